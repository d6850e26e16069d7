import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { skipTokenOf } from '#contract/page.ts'
import { holds } from '#contract/permission.ts'
import { instantOf } from '#contract/time.ts'
import { base64Text, commaList, flagText, integer, long, text } from '#contract/wire.ts'
import { asShown } from '#ui/values/moment.ts'

test('no digit of a long integer is lost, in either direction', () => {
  const body = '{"id":52549000000186013,"small":7,"price":1.5,"text":"52549000000186013","list":[-9223372036854775808]}'
  expect(stringifyJson(parseJson(body))).toBe(body)
})

test.each(['straße', 'пароль', '密码', 'x'.repeat(200), '€'])(
  'the password %s travels as base64 of its UTF-8 bytes',
  (password) => {
    const wire = z.encode(base64Text, password)
    expect(wire).toBe(Buffer.from(password).toString('base64'))
    expect(z.decode(base64Text, wire)).toBe(password)
  },
)

test('broken base64 and broken UTF-8 are refused without repeating the value', () => {
  for (const wire of ['%%%', Buffer.from([0xff, 0xfe]).toString('base64')]) {
    const result = z.safeDecode(base64Text, wire)
    expect(result.success).toBe(false)
    expect(JSON.stringify(result.error)).not.toContain(wire)
  }
})

test('numbers as text and text as numbers are read', () => {
  expect(z.decode(integer, ' 90 ')).toBe(90)
  expect(z.decode(text, 7)).toBe('7')
  expect(z.decode(long, '007')).toBe('007')
  expect(z.encode(long, '007')).toBe('007')
  expect(z.safeDecode(integer, '').success).toBe(false)
  expect(z.safeDecode(integer, '1.5').success).toBe(false)
  expect(z.encode(flagText, true)).toBe('true')
  expect(z.encode(commaList(z.string()), ['2', '4'])).toBe('2,4')
  expect(z.decode(commaList(z.string()), ' web , db,, ')).toEqual(['web', 'db'])
  const began = performance.now()
  expect(z.decode(commaList(z.string()), `1${' '.repeat(300_000)}1`)).toHaveLength(1)
  expect(performance.now() - began, 'blanks are read once').toBeLessThan(5000)
})

test.each([
  [1_795_000_000_000, '2026-11-18T11:06:40.000Z'],
  ['1795000000000', '2026-11-18T11:06:40.000Z'],
  [1_795_000_000, '2026-11-18T11:06:40.000Z'],
  ['2026-11-18T12:06:40+01:00', '2026-11-18T11:06:40.000Z'],
  ['18/11/2026 11:06:40 GMT', '2026-11-18T11:06:40.000Z'],
  ['11/18/2026 11:06:40 GMT', '2026-11-18T11:06:40.000Z'],
  ['18-11-2026 11:06:40 GMT', '2026-11-18T11:06:40.000Z'],
  ['04.03.2027 00:00 GMT', '2027-03-04T00:00:00.000Z'],
  ['Nov 18, 2026 11:06:40 AM GMT', '2026-11-18T11:06:40.000Z'],
])('the time %s is read', (raw, iso) => {
  expect(instantOf(raw)?.toISOString()).toBe(iso)
})

test.each(['03/04/2027', '3-4-2027 10:00', '13/13/2027', 'Level 7', 'Build 7.1', '2 days', '01-02-03'])(
  '%s can be read in two ways or none, so it is not read as a time',
  (raw) => {
    expect(instantOf(raw)).toBeUndefined()
  },
)

test.each([
  '2027-02-30',
  '2027-02-29T10:00:00+02:00',
  '2027-04-31 23:30',
  '2027/2/30',
  '30.02.2027',
  '30-Feb-2027',
  'Feb 30, 2027 10:00:00 PM',
  'Tue Feb 30 10:00:00 UTC 2027',
  'Sun, 30 Feb 2027 10:00:00 GMT',
])('%s is in no calendar, so it is not read as the day after its month', (raw) => {
  expect(instantOf(raw)).toBeUndefined()
  expect(instantOf(raw.replace(/29|3[01]/, '28'))).toBeDefined()
})

test.each(['2028-02-29', '2027-03-31T23:00:00-12:00', '31.12.2027', 'Dec 31, 2027 11:30:29 PM', '2027-03-01 00:30:30'])(
  'the last day of a month is read: %s',
  (raw) => {
    expect(instantOf(raw)).toBeDefined()
  },
)

test.each(['America/Sao_Paulo', 'Europe/Berlin', 'Pacific/Kiritimati', 'UTC'])(
  'a day without a time begins in Greenwich, and is shown as that day, in %s',
  (zone) => {
    const { TZ } = process.env
    process.env.TZ = zone
    try {
      for (const raw of ['2027-03-28', '2027/3/28', '28.03.2027', '28 Mar 2027', 'Sunday, March 28, 2027']) {
        const at = instantOf(raw)
        expect(at, raw).toEqual(new Date('2027-03-28T00:00:00Z'))
        expect(asShown(at ?? new Date(Number.NaN), raw), raw).toEqual(new Date(2027, 2, 28))
      }
      for (const raw of ['2027-03-28T00:00:00Z', '1806192000000', 'Mar 28, 2027 00:00:00 GMT']) {
        const at = instantOf(raw)
        expect(at, raw).toEqual(new Date('2027-03-28T00:00:00Z'))
        expect(asShown(at ?? new Date(Number.NaN), raw), raw).toEqual(at)
      }
    } finally {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  },
)

test.each(['--', -1, '-1', '', null, undefined, 0, '0', true, 'soon', 9e18, 'N/A'])(
  '%s is no time: never 1970, never now',
  (raw) => {
    expect(instantOf(raw)).toBeUndefined()
  },
)

test('only the skip-token is taken out of the URL of the next page', () => {
  expect(skipTokenOf('http://evil.test/api/v1/devices?limit=5&skip-token=a%2Bb#x')).toBe('a+b')
  expect(skipTokenOf('http://evil.test/')).toBeUndefined()
  expect(skipTokenOf(undefined)).toBeUndefined()
})

test('admin includes write, write includes read, and the module is what stands before the last underscore', () => {
  expect(holds(['MDM_Admin'], 'MDM_Read')).toBe(true)
  expect(holds(['mdm_write'], 'MDM_Read')).toBe(true)
  expect(holds(['MDM_Read'], 'MDM_Write')).toBe(false)
  expect(holds(['MDM_Mgmt_Admin'], 'MDM_Read')).toBe(false)
  expect(holds(['Common_Admin'], 'MDM_Read')).toBe(false)
  expect(holds(['MDM_Owner'], 'MDM_Read')).toBe(false)
  expect(holds(['MDM_Admin'], 'proxy')).toBe(false)
  expect(holds([], 'anyone')).toBe(true)
})
