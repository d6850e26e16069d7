import * as z from 'zod/mini'
import { jobView, planJob } from '#contract/console/jobs.ts'
import { endpoint } from '#contract/endpoint.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { own } from '#contract/session.ts'

const id = z.string().check(z.minLength(1), z.maxLength(200))

export const compareWithGroup = endpoint({
  ...own,
  id: 'console.compareWithGroup',
  summary: 'Compare the restrictions of a device with those of each member of a group, as a job',
  path: '/api/console.compareWithGroup',
  target: ['device_id', 'group_id'],
  input: z.object({
    device_id: id,
    group_id: id,
    title: planJob.input.shape.title,
  }),
  output: jobView,
  permission: getDevice.permission,
  changes: ['console.job'],
  assumes: ['The job is returned at once, fills while the members are read, and starts when that is complete'],
})
