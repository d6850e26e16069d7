import { day } from '#components/lists/day-field.ts'
import { listAddress, oneOf, pageOf, searchText, textUpTo } from '#components/lists/list-address.ts'
import { type AuditFilter, auditResults, auditSources, type listAudit } from '#contract/console/audit.ts'
import type { Input } from '#contract/endpoint.ts'
import { chosenText } from './actions.ts'
import { results } from './results.ts'
import { sources } from './sources.ts'

const hourMs = 3_600_000
/** Lengths of the periods, each of which ends now. */
const lengthsMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const
export const periods = ['any', 'hour', 'day', 'week', 'month', 'days'] as const
export type Period = (typeof periods)[number]

export const periodLabels: Record<Period, string> = {
  any: 'Any time',
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  days: 'Custom range',
}

export const auditSearch = listAddress(
  {
    ...pageOf(50, 200),
    search: searchText,
    source: oneOf('', ['', ...auditSources]),
    user: textUpTo(255),
    action: textUpTo(100),
    result: oneOf('', ['', ...auditResults]),
    period: oneOf('any', periods),
    from: day,
    to: day,
  },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    source: ({ source }) => `source “${source === '' ? 'all' : sources[source].label}”`,
    user: ({ user }) => `user “${user}”`,
    action: ({ action }) => `action “${chosenText(action)}”`,
    result: ({ result }) => `result “${result === '' ? 'any' : results[result].label}”`,
    period: ({ period, from, to }) =>
      period === 'days' ? `days from ${from || 'the beginning'} to ${to || 'today'}` : `“${periodLabels[period]}”`,
  },
)
export type AuditSearch = (typeof auditSearch)['defaults']

/** Filter of the list and of exports. Times are rounded to the minute, so that the query key remains stable. */
export function filterOf(search: AuditSearch, now: number): AuditFilter {
  const { source, user, action, result, period, from, to } = search
  const minute = now - (now % 60_000)
  return {
    source: source || undefined,
    user: user || undefined,
    action: action || undefined,
    result: result || undefined,
    search: search.search.trim() || undefined,
    ...(period === 'days' && { since: startOf(from), until: endOf(to) }),
    ...(period !== 'days' && period !== 'any' && { since: minute - lengthsMs[period] }),
  }
}

export const toListInput = (search: AuditSearch, now: number): Input<typeof listAudit> => ({
  ...filterOf(search, now),
  page: search.page - 1,
  limit: search.size,
})

/** A day in the local time zone. */
const startOf = (date: string) => (date === '' ? undefined : new Date(`${date}T00:00`).getTime())
function endOf(date: string) {
  const start = startOf(date)
  if (start === undefined) return undefined
  const next = new Date(start)
  next.setDate(next.getDate() + 1) // days with a clock change do not have 24 hours
  return next.getTime() - 1
}
