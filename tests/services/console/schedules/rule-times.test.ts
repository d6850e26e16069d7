// When a rule is due: on the clock of its time zone, also in the nights in which clocks change.
import { describe, expect, test } from 'vitest'
import type { ScheduleRule } from '#contract/console/schedules.ts'
import { nextTimes, requireTimes } from '#services/console/schedules/rule-times.ts'

const zone = 'Europe/Berlin'
const from = (text: string) => Date.parse(text)
const times = (rule: ScheduleRule, after: string, count = 3, inZone = zone) =>
  nextTimes(rule, inZone, from(after), count).map((at) => new Date(at).toISOString().slice(0, 16))

describe('a rule is due', () => {
  test('every day at the same local time, whatever the offset', () => {
    const rule = { kind: 'daily', time: '02:00' } as const
    expect(times(rule, '2027-03-27T12:00Z')).toEqual(['2027-03-28T01:00', '2027-03-29T00:00', '2027-03-30T00:00'])
    expect(times(rule, '2027-10-30T12:00Z')).toEqual(['2027-10-31T00:00', '2027-11-01T01:00', '2027-11-02T01:00'])
  })

  test('after the gap if clocks skip its time', () => {
    expect(times({ kind: 'daily', time: '02:30' }, '2027-03-27T12:00Z', 2)).toEqual([
      '2027-03-28T01:00',
      '2027-03-29T00:30',
    ])
    expect(times({ kind: 'once', at: '2027-03-28T02:30' }, '2027-01-01T00:00Z')).toEqual(['2027-03-28T01:00'])
  })

  test('once if its time occurs twice', () => {
    expect(times({ kind: 'daily', time: '02:30' }, '2027-10-30T12:00Z', 2)).toEqual([
      '2027-10-31T00:30',
      '2027-11-01T01:30',
    ])
    expect(times({ kind: 'cron', expression: '30 2,14 * * *' }, '2027-10-30T13:00Z', 2)).toEqual([
      '2027-10-31T00:30',
      '2027-10-31T13:30',
    ])
  })

  test('in each of the hours of a step, also those that occur twice', () => {
    expect(times({ kind: 'cron', expression: '0 */2 * * *' }, '2027-10-30T23:00Z', 3)).toEqual([
      '2027-10-31T00:00',
      '2027-10-31T01:00',
      '2027-10-31T03:00',
    ])
  })

  test('on days of the week, Sunday being the seventh', () => {
    const rule: ScheduleRule = { kind: 'weekly', days: [7, 1], time: '23:30' }
    expect(times(rule, '2027-01-06T00:00Z', 3, 'America/New_York')).toEqual([
      '2027-01-11T04:30',
      '2027-01-12T04:30',
      '2027-01-18T04:30',
    ])
  })

  test('on a day of the month, and on its last one', () => {
    expect(times({ kind: 'monthly', day: 31, time: '05:45' }, '2027-01-31T12:00Z', 2, 'Asia/Kathmandu')).toEqual([
      '2027-03-31T00:00',
      '2027-05-31T00:00',
    ])
    expect(times({ kind: 'monthly', day: 0, time: '02:00' }, '2028-01-31T12:00Z', 2, 'UTC')).toEqual([
      '2028-02-29T02:00',
      '2028-03-31T02:00',
    ])
  })
})

describe('a rule is refused with the reason:', () => {
  const now = from('2027-01-01T00:00Z')
  const refused = (rule: ScheduleRule, inZone = zone) => {
    try {
      return requireTimes(rule, inZone, now, 5)
    } catch (error) {
      return (error as Error).message
    }
  }
  test.each([
    [
      'a time that has passed',
      { kind: 'once', at: '2026-12-31T23:00' },
      'rule: This time does not exist or has passed',
    ],
    [
      'a day that no month has',
      { kind: 'once', at: '2027-02-30T02:00' },
      'rule: This time does not exist or has passed',
    ],
    ['a day that never comes', { kind: 'cron', expression: '0 2 30 2 *' }, 'rule: This rule has no future run'],
    ['runs too close', { kind: 'cron', expression: '*/5 2 * * *' }, 'rule: Runs must be at least 10 minutes apart'],
    ['seconds', { kind: 'cron', expression: '0 0 2 * * *' }, expect.stringContaining('not valid') as string],
    ['no cron expression', { kind: 'cron', expression: 'every night' }, expect.stringContaining('not valid') as string],
  ] as const)('%s', (_, rule, said) => {
    expect(refused(rule)).toEqual(said)
  })

  test('an unknown time zone', () => {
    expect(refused({ kind: 'daily', time: '02:00' }, 'Europe/Atlantis')).toContain('zone: is not a time zone')
  })
})
