import {
  type FoundReport,
  queriedBy,
  type RunState,
  type Schedule,
  type ScheduleRule,
} from '#contract/console/schedules.ts'
import { newsText } from '#contract/attention/schedule-concerns.ts'
import { countOf } from '#components/jobs/job-words.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

type Words = { label: string; tone: Tone }
export const scheduleStateWords: Record<Schedule['state'], Words> = {
  active: { label: 'Active', tone: 'ok' },
  paused: { label: 'Paused', tone: 'warn' },
  ended: { label: 'Ended', tone: 'muted' },
}
export const runStateWords: Record<RunState, Words> = {
  starting: { label: 'Starting', tone: 'info' },
  started: { label: 'Started', tone: 'ok' },
  continued: { label: 'Continued', tone: 'ok' },
  skipped: { label: 'Skipped', tone: 'warn' },
  missed: { label: 'Missed', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** For example "Every Monday and Friday at 02:00". */
export function ruleText(rule: ScheduleRule): string {
  if (rule.kind === 'once') return `Once, on ${rule.at.replace('T', ' at ')}`
  if (rule.kind === 'cron') return `Cron expression ${rule.expression}`
  return `${daysText(rule)} at ${rule.time}`
}

function daysText(rule: Exclude<ScheduleRule, { kind: 'once' | 'cron' }>): string {
  if (rule.kind === 'daily') return 'Every day'
  if (rule.kind === 'weekly') return `Every ${listed(rule.days.map((day) => weekdays[day - 1] ?? ''))}`
  return rule.day === 0 ? 'On the last day of each month' : `On day ${rule.day} of each month`
}

const listed = (words: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words)

const targetWords: Record<Exclude<Schedule['target'], 'items'>, string> = {
  'queried-devices': 'Devices of a query',
  'queried-computers': 'Computers of a query',
  'known-hosts': 'All hosts of the certificate inventory',
  'enrolled-devices': 'All devices that are or were enrolled',
  'due-certificates': 'Certificates of internal authorities that expire soon',
}
/** The targets of a schedule's jobs. */
export function targetText({
  target,
  kind,
  total,
  query,
}: Pick<Schedule, 'target' | 'kind' | 'total' | 'query'>): string {
  const queried = queriedBy(target)
  if (queried && query !== undefined)
    return `${queried === 'device' ? 'Devices' : 'Computers'} of the query ${query}, determined at each start`
  return target === 'items' ? countOf(kind, total) : `${targetWords[target]}, determined at each start`
}

/** For example "2 new, 1 changed"; for the first run, the number of hosts. */
export const foundText = (found: FoundReport): string =>
  found.isFirst ? `First run: ${countOf('tls-host', found.added)} with a certificate` : newsText(found)

/** For example "240 minutes" or "4 hours". */
export function windowText(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** Time in the zone of the schedule: "Mon, 15 Mar 2027, 02:00 CET". */
export const zonedTime = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
