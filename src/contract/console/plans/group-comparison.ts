import * as z from 'zod/mini'
import { planJob } from '#contract/console/jobs.ts'
import { endpoint } from '#contract/endpoint.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { plan } from './selection-plans.ts'

const id = z.string().check(z.minLength(1), z.maxLength(200))

export const compareWithGroup = endpoint({
  ...plan,
  id: 'console.compareWithGroup',
  summary: 'Compare the restrictions of a device with those of each member of a group, as a job',
  path: '/api/console.compareWithGroup',
  target: ['device_id', 'group_id'],
  input: z.object({
    device_id: id,
    group_id: id,
    title: planJob.input.shape.title,
  }),
  permission: getDevice.permission,
  assumes: ['The job is returned at once, fills while the members are read, and starts when that is complete'],
})
