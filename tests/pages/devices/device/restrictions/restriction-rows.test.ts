import { expect, test } from 'vitest'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'
import {
  countsOf,
  restrictionRows,
  restrictionsMatching,
  statedValues,
} from '#pages/devices/device/restrictions/restriction-rows.ts'
import { received } from '../../records.ts'

const rowOf = (wire: Record<string, unknown>, name: string) => {
  const row = restrictionRows(received(wire)).find((row) => row.name === name)
  if (!row) throw new Error(`no row for ${name}`)
  return row
}
const counts = (wire: Record<string, unknown>) =>
  Object.fromEntries(countsOf(restrictionRows(received(wire))).map(({ filter, count }) => [filter, count]))

test('all 214 settings have a row, also on a device that sent none', () => {
  const rows = restrictionRows(received({}))
  expect(rows).toHaveLength(214)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(restrictionNames.length)
  expect(counts({})).toMatchObject({ all: 214, missing: 214, allowed: 0, restricted: 0, undefined: 0, differ: 0 })
})

test.each([-1, 3, '3', 17, true, null, 'on', 1.5])(
  'the value %s has no stated meaning and counts as neither',
  (value) => {
    expect(counts({ camera: value, allow_cookies: value })).toMatchObject({ undefined: 2, allowed: 0, restricted: 0 })
    expect(rowOf({ camera: value }, 'camera').readings[0]?.meaning).toEqual({
      effect: 'undefined',
      text: 'Meaning not defined',
    })
  },
)

test('a value that is no single value is shown as it came, without a meaning', () => {
  const [reading] = rowOf({ allow_popups: { enabled: 1 } }, 'allow_popups').readings
  expect(reading).toMatchObject({ raw: '{"enabled":1}', meaning: { effect: 'undefined' }, sources: ['top level'] })
})

test('popups and the flags page are the other way round than their names suggest', () => {
  expect(rowOf({ allow_popups: 1 }, 'allow_popups').readings[0]?.meaning.effect).toBe('restricted')
  expect(rowOf({ about_flags_access: 0 }, 'about_flags_access').readings[0]?.meaning.effect).toBe('allowed')
})

test('two places that agree are one value from both', () => {
  const row = rowOf({ allow_cookies: 1, vendor_restricions: { allow_cookies: '1' } }, 'allow_cookies')
  expect(row.readings).toEqual([
    { raw: '1', meaning: { effect: 'allowed', text: 'Allowed' }, sources: ['top level', 'vendor_restricions'] },
  ])
})

test('two places that differ are both shown, and the field is found under either effect', () => {
  const wire = { allow_cookies: 1, vendor_restricions: { allow_cookies: 0 } }
  expect(rowOf(wire, 'allow_cookies').readings.map(({ raw, sources }) => [raw, sources])).toEqual([
    ['1', ['top level']],
    ['0', ['vendor_restricions']],
  ])
  expect(counts(wire)).toMatchObject({ allowed: 1, restricted: 1, differ: 1, missing: 213 })
})

test('a search finds wire names, labels, values and meanings', () => {
  const rows = restrictionRows(received({ camera: 3, allow_popups: 0 }))
  const found = (text: string) => restrictionsMatching(rows, 'all', text).map(({ name }) => name)
  expect(found('CAMERA')).toEqual(expect.arrayContaining(['camera', 'allow_camera', 'allow_camera_in_keyguard']))
  expect(found('allow_popups')).toEqual(['allow_popups', 'browser_allow_popups'])
  expect(found('not defined')).toEqual(['camera'])
  expect(found('allow modify device name')).toEqual(['allow_modifi_device_name'])
})

test('the stated values of a field explain why another value has no meaning', () => {
  expect(statedValues('allow_popups')).toBe('0 Allowed, 1 Restricted')
  expect(statedValues('camera')).toBeUndefined()
  expect(statedValues('constructor')).toBeUndefined()
})
