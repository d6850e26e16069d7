import * as z from 'zod'
import { type AuditFilter, auditResults, auditSources, type listAudit } from '#contract/console/audit.ts'
import type { Input } from '#contract/endpoint.ts'

const hourMs = 3_600_000
/** Periods that end now, by how long they are. */
const lengthsMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const
export const periods = ['any', 'hour', 'day', 'week', 'month', 'days'] as const
export type Period = (typeof periods)[number]

const day = z.iso.date().or(z.literal('')).catch('')

/** What the address of the list says. A value that makes no sense falls back to its default. */
const state = z.object({
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  size: z.coerce.number().int().min(1).max(200).catch(50),
  search: z
    .string()
    .overwrite((text) => text.slice(0, 200))
    .catch(''),
  source: z.enum(['', ...auditSources]).catch(''),
  user: z.string().max(255).catch(''),
  action: z.string().max(100).catch(''),
  result: z.enum(['', ...auditResults]).catch(''),
  period: z.enum(periods).catch('any'),
  from: day,
  to: day,
})
export type AuditSearch = z.output<typeof state>

export const everyEntry: AuditSearch = state.parse({})

/** The state of the list, and the address that keeps it; what is as always stays out of the address. */
export const auditSearch = z.codec(z.instanceof(URLSearchParams), state, {
  decode: (address) => Object.fromEntries(address) as z.input<typeof state>,
  encode: (search) => {
    const defaults: Record<string, unknown> = everyEntry
    const given = Object.entries(search).filter(([name, value]) => value !== defaults[name])
    return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  },
})

/** What list and file are filtered by. To the minute: the same question within one is asked once. */
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

/** A day as the person's own clock has it. */
const startOf = (date: string) => (date === '' ? undefined : new Date(`${date}T00:00`).getTime())
function endOf(date: string) {
  const start = startOf(date)
  if (start === undefined) return undefined
  const next = new Date(start)
  next.setDate(next.getDate() + 1) // a day that the clock is changed in has not 24 hours
  return next.getTime() - 1
}

/** A change of the list; whatever decides which entries there are leads back to the first page. */
export const changed = (search: AuditSearch, change: Partial<AuditSearch>): AuditSearch => ({
  ...search,
  page: 1,
  ...change,
})

const filterNames = ['search', 'source', 'user', 'action', 'result', 'period'] as const

/** The filters that leave entries out: what an empty list is explained with. */
export const activeFilters = (search: AuditSearch) =>
  filterNames.filter((name) => search[name].trim() !== everyEntry[name])

export const withoutFilters = (search: AuditSearch): AuditSearch => ({ ...everyEntry, size: search.size })
