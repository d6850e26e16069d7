import type { FoundReport, Schedule } from '#contract/console/schedules.ts'
import type { Concern, Places } from './concern.ts'

type ReportedSchedule = Pick<Schedule, 'id' | 'title' | 'why' | 'last' | 'state'>

const foundState = 'found '
/** Whether it is about what a discovery found, and not about a schedule that does not run. */
export const isOfDiscovery = ({ kind, state }: Concern) => kind === 'schedule' && state.startsWith(foundState)

/** Schedules paused by the console, schedules whose last run did not start, and discoveries with new results. */
export const scheduleConcerns = (rows: readonly ReportedSchedule[], places: Places): Concern[] =>
  rows.flatMap(({ id, title, state, why, last }): Concern[] => {
    const concern = {
      id: `schedule ${id}`,
      kind: 'schedule',
      urgent: false,
      title,
      to: places.schedule(String(id)),
    } as const
    if (state === 'paused')
      return why === undefined || why.code === 'PAUSED'
        ? []
        : [{ ...concern, state: `paused ${why.code}`, why: `Schedule paused: ${why.message}` }]
    if (last?.found && !last.found.isFirst && newsText(last.found) !== '')
      return [
        { ...concern, state: `${foundState}${last.dueAt}`, why: `Hosts since the run before: ${newsText(last.found)}` },
      ]
    return last?.state === 'failed' || last?.state === 'missed'
      ? [{ ...concern, state: `${last.state} ${last.dueAt}`, why: `Last run ${last.state}: ${last.message}` }]
      : []
  })

/** "2 new, 1 changed, 1 without a certificate" */
export function newsText({ added, changed, lost }: Pick<FoundReport, 'added' | 'changed' | 'lost'>): string {
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [lost, 'no longer with a certificate'],
  ] as const
  return parts.flatMap(([count, word]) => (count === 0 ? [] : `${count.toLocaleString('en')} ${word}`)).join(', ')
}
