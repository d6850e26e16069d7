import { expect, test } from 'vitest'
import { deviceGroups } from '#contract/mdm/device-fields.ts'
import { posturePasses, postureRows } from '#pages/devices/device/security/posture-rows.ts'

const rowOf = (name: string, ...says: object[]) => {
  const rows = postureRows(says.map((one, index) => ({ source: ['record', 'security'][index] ?? '', says: one })))
  const row = rows.find((one) => one.name === name)
  if (!row) throw new Error(name)
  return row
}
const tonesOf = (name: string, value: unknown) => rowOf(name, { [name]: value }).readings.map(({ tone }) => tone)

test('yes, no and unknown are three answers, and unknown is never good news', () => {
  expect(tonesOf('passcode_present', true)).toEqual(['ok'])
  expect(tonesOf('passcode_present', false)).toEqual(['bad'])
  expect(tonesOf('device_rooted', false)).toEqual(['ok'])
  expect(tonesOf('device_rooted', true)).toEqual(['bad'])
  const silent = rowOf('passcode_present', {})
  expect(silent.readings).toEqual([])
  expect(posturePasses(silent, 'unknown')).toBe(true)
  expect(posturePasses(silent, 'attention')).toBe(false)
})

test('of a field that the reference does not judge, neither answer is good or bad', () => {
  expect(tonesOf('is_supervised', true)).toEqual(['info'])
  expect(tonesOf('is_supervised', false)).toEqual(['info'])
})

test('a number without a legend stays that number', () => {
  const [reading] = rowOf('hardware_encryption_caps', { hardware_encryption_caps: 3 }).readings
  expect(reading).toMatchObject({ raw: '3', tone: 'muted', shown: { as: 'undefined', code: { value: '3' } } })
})

test('each answer names its sources, and sources that differ are two answers', () => {
  const record = { device_rooted: false, security: { device_rooted: true } }
  const { readings } = rowOf('device_rooted', record, { device_rooted: false })
  expect(readings.map(({ raw, sources }) => [raw, sources])).toEqual([
    ['false', ['record', 'security']],
    ['true', ['record.security']],
  ])
})

test('every single field of the posture is a question, but for the firmware password', () => {
  const asked = postureRows([]).map(({ name }) => name)
  const single = Object.entries(deviceGroups.security).filter(
    ([, { kind }]) => !['object', 'list', 'secret'].includes(kind),
  )
  expect(asked.toSorted()).toEqual(single.map(([name]) => name).toSorted())
  expect(asked).not.toContain('firmware_password')
})
