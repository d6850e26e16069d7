import { expect, test } from 'vitest'
import type { Fields } from '#contract/field.ts'
import { deviceFields } from '#contract/mdm/device-fields.ts'
import { shown } from '#components/devices/field-value.ts'
import { textOf } from '#contract/words/value-text.ts'

const fields: Fields = deviceFields
const see = (name: string, value: unknown, command?: string) => shown(name, fields[name], value, command)

test('an enumerated number is shown with its meaning, any other number as it is', () => {
  expect(see('agent_type', 2)).toEqual({ as: 'meaning', raw: '2', meaning: 'PLATFORM_B_CORE_AGENT' })
  expect(see('agent_type', 9)).toEqual({ as: 'undefined', raw: '9', code: { field: 'agent_type', value: '9' } })
  expect(see('applicable_for', '1')).toEqual({ as: 'meaning', raw: '1', meaning: 'Corporate device' })
})

test('minus one is not applicable for a command, and undefined elsewhere', () => {
  expect(see('command_status', -1)).toMatchObject({ as: 'meaning', meaning: 'Not applicable' })
  expect(see('managed_status', -1)).toMatchObject({ as: 'undefined' })
})

test('a status code has a meaning for a scan only', () => {
  expect(see('status_code', 4, 'scan')).toMatchObject({ as: 'meaning', meaning: 'In progress' })
  expect(see('status_code', 4, 'lock')).toMatchObject({ as: 'undefined' })
})

test('owned_by has no stated meaning, although applicable_for has one', () => {
  expect(see('owned_by', 1)).toEqual({ as: 'undefined', raw: '1', code: { field: 'owned_by', value: '1' } })
  expect(see('owned_by', 'Corporate')).toEqual({ as: 'text', text: 'Corporate' })
})

test.each(['scope', 'wait'])('%s is a number without a stated meaning', (name) => {
  expect(see(name, 1)).toEqual({ as: 'undefined', raw: '1', code: { field: name, value: '1' } })
})

test('a capacity and a speed have no stated unit', () => {
  expect(see('processor_speed', 2840)).toEqual({ as: 'quantity', raw: '2840' })
  expect(see('device_capacity', 64)).toEqual({ as: 'quantity', raw: '64' })
  expect(see('available_device_capacity', '12.5')).toEqual({ as: 'quantity', raw: '12.5' })
  expect(see('available_device_capacity', '12.5 GB')).toEqual({ as: 'text', text: '12.5 GB' })
})

test.each(['--', -1, 0])('the time %s is no moment and keeps what came', (value) => {
  expect(see('last_contact_time', value)).toEqual({ as: 'moment', at: undefined, raw: String(value) })
})

test('false is no, and an empty value is nothing', () => {
  expect(see('passcode_present', false)).toEqual({ as: 'flag', value: false })
  expect(see('office', '  ')).toMatchObject({ as: 'nothing' })
  expect(see('latitude', null)).toMatchObject({ as: 'nothing' })
})

test('a secret is revealed on purpose only', () => {
  const value = see('firmware_password', 'hunter2')
  expect(JSON.stringify(value)).not.toContain('hunter2')
  expect(value.as === 'secret' && value.reveal()).toBe('hunter2')
})

test('long numbers keep their digits as text, and lists are joined', () => {
  expect(textOf(9007199254741993n)).toBe('9007199254741993')
  expect(textOf(['490154203237518', '356938035643809'])).toBe('490154203237518, 356938035643809')
  expect(textOf({ id: 9007199254741993n })).toBe('{"id":9007199254741993}')
})
