import { Cron } from 'croner'
import { minMinutesBetween, type ScheduleRule } from '#contract/console/schedules.ts'
import { Problem } from '#contract/problem.ts'

const minute = 60_000
/** Enough runs to find the shortest interval. */
const comparedRuns = 150

/** Pattern for croner: five fields, or seven for a single time. */
function patternOf(rule: ScheduleRule): string {
  if (rule.kind === 'cron') return rule.expression
  if (rule.kind === 'once') {
    const [year = 0, month = 0, day = 0, hour = 0, min = 0] = rule.at.split(/\D/).map(Number)
    return `0 ${min} ${hour} ${day} ${month} * ${year}`
  }
  const [hour = 0, min = 0] = rule.time.split(':').map(Number)
  const at = `${min} ${hour}`
  if (rule.kind === 'daily') return `${at} * * *`
  if (rule.kind === 'weekly') return `${at} * * ${[...new Set(rule.days)].toSorted((one, other) => one - other).join()}`
  return `${at} ${rule.day === 0 ? 'L' : rule.day} * *`
}

/**
 * Next times of a rule. A time skipped by daylight saving moves to the next valid one, and a repeated one counts once;
 * but with wildcards or steps in minutes or hours, every actual hour counts (croner, `fixedTimeRule`).
 */
export function nextTimes(rule: ScheduleRule, zone: string, after: number, count: number): number[] {
  const mode = rule.kind === 'once' ? '7-part' : '5-part'
  const cron = new Cron(patternOf(rule), { mode, timezone: zone, paused: true, fixedTimeRule: 'no-wildcard' })
  return cron.nextRuns(count, new Date(after)).map((time) => time.getTime())
}

/** The next time; 0 if none. */
export const nextTime = (rule: ScheduleRule, zone: string, after: number): number =>
  nextTimes(rule, zone, after, 1)[0] ?? 0

/** The next times, or why the rule is invalid. */
export function requireTimes(rule: ScheduleRule, zone: string, now: number, count: number): number[] {
  if (!isZone(zone)) throw wrong('zone', 'is not a time zone, as Europe/Berlin')
  let times: number[]
  try {
    times = nextTimes(rule, zone, now, rule.kind === 'cron' ? comparedRuns : count)
  } catch (error) {
    throw wrong('rule', `The cron expression is not valid. ${error instanceof Error ? error.message : ''}`.trim())
  }
  if (times.length === 0)
    throw wrong('rule', rule.kind === 'once' ? 'This time does not exist or has passed' : 'This rule has no future run')
  const isTooClose = times.some((time, at) => at > 0 && time - (times[at - 1] ?? 0) < minMinutesBetween * minute)
  if (isTooClose) throw wrong('rule', `Runs must be at least ${minMinutesBetween} minutes apart`)
  return times.slice(0, count)
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== ''
  } catch {
    return false
  }
}

const wrong = (field: string, message: string) =>
  new Problem('INVALID_INPUT', `${field}: ${message}`, { service: 'console', field })
