/** Times in queries: an age, or a UTC date with or without a time of day. */
import { existing } from '#contract/time.ts'

const dayMs = 86_400_000
/** A month has 30 days and a year 365, so that a query has the same meaning on each day. */
const spans = { h: 3_600_000, d: dayMs, w: 7 * dayMs, m: 30 * dayMs, y: 365 * dayMs } as const

export type QueryTime = { agoMs: number } | { fromMs: number; toMs: number }

const ago = /^(\d{1,4})([hdwmy])$/iu
const date = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?Z?)?$/iu

/** Start of a day such as 2026-03-31; undefined for an invalid date. */
export function startOfDay(day: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? readTime(day) : undefined
  return time && 'fromMs' in time ? time.fromMs : undefined
}

/** `30d` is an age; `2026-01-31` is that whole day, `2026-01-31T12:30` that whole minute. */
export function readTime(value: string): QueryTime | undefined {
  const [, count, unit] = ago.exec(value) ?? []
  if (count && unit) return { agoMs: Number(count) * spans[unit.toLowerCase() as keyof typeof spans] }
  const [, day, minute, second] = date.exec(value) ?? []
  if (!day) return undefined
  const fromMs = existing(`${day}T${minute ?? '00:00'}${second ?? ':00'}Z`)
  if (Number.isNaN(fromMs)) return undefined
  return { fromMs, toMs: fromMs + (minute ? (second ? 1000 : 60_000) : dayMs) }
}
