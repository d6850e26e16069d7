import { type DeviceSummary, pageLimit } from '#contract/mdm/device-list.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { listGroupMembers } from '#contract/mdm/groups.ts'
import { compareDevice } from '#contract/mdm/jobs/comparison-job.ts'
import { reportedSettings } from '#contract/mdm/rules/restriction-settings.ts'
import { Problem } from '#contract/problem.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { ConsoleHandlers, People } from '#platform/console.ts'
import type { Ask, Making, planFiller } from './plan-filler.ts'

type Parts = Pick<ConsoleHandlers, 'readJob' | 'startJob'> & {
  begin: ReturnType<typeof planFiller>
  people: Pick<People, 'callAs'>
}

/** Compares a device with each member of a group, in a job that starts once the members have been read. */
export const comparisonPlans = ({
  begin,
  people,
  readJob,
  startJob,
}: Parts): Pick<ConsoleHandlers, 'compareWithGroup'> => ({
  compareWithGroup: async ({ device_id, group_id, title }, caller) => {
    const { person, signal } = caller
    if (!person) throw new Problem('SIGNED_OUT')
    const device = await people.callAs(person, getDevice, { device_id }, signal)
    const find = async (ask: Ask): Promise<Making[]> => {
      const members = await membersOf(ask, group_id)
      members.delete(device_id)
      if (members.size === 0) throw new Problem('NOT_FOUND', 'No other devices in this group', { service: 'mdm' })
      return [...members.values()].map((member) => () => Promise.resolve(itemOf(member)))
    }
    const input = { reference: reportedSettings(device) }
    const why_message = 'The console reads the members of the group. The job starts when this is complete.'
    const onComplete = (job: number) => startJob({ job }, caller)
    const job = await begin({ endpoint: compareDevice.id, title, input, why_message, find, onComplete }, caller)
    return readJob({ job }, caller)
  },
})

/** By ID. A server that ignores the offset returns no new member on its second page. */
async function membersOf(ask: Ask, group_id: string): Promise<Map<string, DeviceSummary>> {
  const members = new Map<string, DeviceSummary>()
  for (let offset = 0; ; offset += pageLimit.max) {
    const before = members.size
    const { rows, total } = await ask(listGroupMembers, { group_id, limit: pageLimit.max, offset })
    for (const device of rows) if (device.device_id) members.set(device.device_id, device)
    const isLast = total === undefined ? rows.length < pageLimit.max : offset + rows.length >= total
    if (isLast || members.size === before) return members
  }
}

const itemOf = (device: DeviceSummary) => {
  const device_id = device.device_id ?? ''
  const detail = [textOf(device.user?.user_name), textOf(device.serial_number)].filter(Boolean).join(', ')
  return {
    subject: device_id,
    label: (textOf(device.device_name) || device_id).slice(0, 300),
    detail: detail.slice(0, 300),
    input: { device_id },
  }
}
