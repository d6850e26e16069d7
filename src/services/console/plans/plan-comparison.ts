import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { compareDevice } from '#contract/mdm/jobs/comparison-job.ts'
import { reportedSettings } from '#contract/mdm/rules/restriction-settings.ts'
import { Problem } from '#contract/problem.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { ConsoleHandlers, People } from '#platform/console.ts'
import { itemOf, membersOf } from './device-selections.ts'
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
      const all = await membersOf(ask, group_id)
      const members = all.filter((member) => textOf(member.device_id) !== '' && member.device_id !== device_id)
      if (members.length === 0) throw new Problem('NOT_FOUND', 'No other devices in this group', { service: 'mdm' })
      return members.map((member) => () => Promise.resolve(memberItem(member)))
    }
    const input = { reference: reportedSettings(device) }
    const why_message = 'The console reads the members of the group. The job starts when this is complete.'
    const onComplete = (job: number) => startJob({ job }, caller)
    const job = await begin({ endpoint: compareDevice.id, title, input, why_message, find, onComplete }, caller)
    return readJob({ job }, caller)
  },
})

const memberItem = (member: DeviceSummary) => ({ ...itemOf(member), input: { device_id: textOf(member.device_id) } })
