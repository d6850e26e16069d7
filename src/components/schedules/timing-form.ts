import type { createSchedule, Schedule, ScheduleRule } from '#contract/console/schedules.ts'
import type { Input } from '#contract/endpoint.ts'

export const ruleKinds = ['once', 'daily', 'weekly', 'monthly', 'cron'] as const

/** Values of the form fields, as text. */
export type TimingForm = {
  title: string
  kind: (typeof ruleKinds)[number]
  date: string
  time: string
  days: readonly number[]
  day: string
  expression: string
  zone: string
  hasWindow: boolean
  hours: string
  missed: Schedule['missed']
}
export type Timing = Pick<Input<typeof createSchedule>, 'title' | 'rule' | 'zone' | 'windowMinutes' | 'missed'>
export type TimingErrors = Partial<Record<keyof TimingForm, string>>

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Defaults of a new schedule; it runs at night, when few users are active. */
export const newTiming = (title: string, kind: TimingForm['kind'] = 'daily'): TimingForm => ({
  title,
  kind,
  date: '',
  time: '02:00',
  days: [1],
  day: '1',
  expression: '0 2 * * *',
  zone: ownZone(),
  hasWindow: false,
  hours: '4',
  missed: 'once',
})

export function timingOf({ title, rule, zone, windowMinutes, missed }: Schedule): TimingForm {
  const [date = '', time = '02:00'] = rule.kind === 'once' ? rule.at.split('T') : []
  return {
    ...newTiming(title, rule.kind),
    ...(rule.kind === 'once' ? { date, time } : {}),
    ...('time' in rule ? { time: rule.time } : {}),
    ...(rule.kind === 'weekly' ? { days: rule.days } : {}),
    ...(rule.kind === 'monthly' ? { day: String(rule.day) } : {}),
    ...(rule.kind === 'cron' ? { expression: rule.expression } : {}),
    zone,
    hasWindow: windowMinutes !== undefined,
    ...(windowMinutes !== undefined && { hours: String(windowMinutes / 60) }),
    missed,
  }
}

const ruleIn = ({ kind, date, time, days, day, expression }: TimingForm): ScheduleRule => {
  if (kind === 'once') return { kind, at: `${date}T${time}` }
  if (kind === 'cron') return { kind, expression: expression.trim() }
  if (kind === 'weekly') return { kind, days: days.toSorted((one, other) => one - other), time }
  return kind === 'monthly' ? { kind, day: Number(day), time } : { kind, time }
}

/**
 * Validates the form; returns the input of the request, or errors by field. Only the server checks whether a rule has a
 * next run.
 */
export function understoodTiming(form: TimingForm): { timing?: Timing; errors: TimingErrors } {
  const errors: TimingErrors = {}
  const { title, kind, date, time, days, hasWindow, hours } = form
  const minutes = Math.round(Number(hours) * 60)
  if (title.trim() === '') errors.title = 'Enter a title'
  if (kind === 'once' && date === '') errors.date = 'Choose a day'
  if (kind !== 'cron' && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) errors.time = 'Enter a time such as 02:30'
  if (kind === 'weekly' && days.length === 0) errors.days = 'Choose at least one day'
  if (kind === 'cron' && form.expression.trim() === '') errors.expression = 'Enter a cron expression'
  if (hasWindow && !(minutes >= 15 && minutes <= 7 * 24 * 60)) errors.hours = 'Enter a number from 0.25 to 168'
  if (Object.keys(errors).length > 0) return { errors }
  const { zone, missed } = form
  return {
    errors,
    timing: { title: title.trim(), rule: ruleIn(form), zone, missed, ...(hasWindow && { windowMinutes: minutes }) },
  }
}

const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ownZone()])

/** Time zones known to this browser, and the selected one, which another browser may have set. */
export const zoneNames = (chosen: string): string[] => [...new Set([...zones, chosen])].toSorted()
