import { expect, test } from 'vitest'
import { userOf } from '#components/devices/user-of.ts'
import { statusIn, statusOf } from '#components/devices/managed-status.ts'
import { callSummary, nameOf, statusWords } from '#pages/devices/device-facts.ts'
import { received } from './records.ts'

test('a device goes by its device name, else its name, else its serial number', () => {
  expect(nameOf(received({ device_name: 'Till 4', name: 'x', serial_number: 'S1' }))).toBe('Till 4')
  expect(nameOf(received({ device_name: ' ', name: 'Front desk' }))).toBe('Front desk')
  expect(nameOf(received({ serial_number: 'S1', device_id: '7' }))).toBe('S1')
  expect(nameOf(received({}))).toBe('Unnamed device')
})

test('the user object comes before the flat fields', () => {
  const device = received({ user: { user_name: 'Amara Okafor' }, user_name: 'amara', user_email: 'amara@example.com' })
  expect(userOf(device)).toEqual({ name: 'Amara Okafor', email: 'amara@example.com' })
})

test('an unknown managed status keeps its number', () => {
  expect(statusOf(2)).toEqual({ label: 'Enrolled', tone: 'ok' })
  expect(statusOf(17)).toMatchObject({ label: '17, meaning not defined', code: { value: '17' }, tone: 'muted' })
  expect(statusOf(undefined)).toBeUndefined()
})

test('a server that writes a managed status in words has its word shown', () => {
  const device = received({ managed_status: 'Retired', is_removed: true })
  expect(statusIn(device)).toEqual({ label: 'Retired', tone: 'muted' })
  expect(statusWords(device)).toBe('Retired, removed')
  expect(statusIn(received({ managed_status: {} }))).toBeUndefined()
})

test('the summary of a call has what a ticket needs, and nothing that was not sent', () => {
  const summary = callSummary(
    received({
      device_name: 'Amara\nPhone',
      user_name: 'Amara Okafor',
      user_email: 'amara@example.com',
      platform_type: 'Mobile',
      os_version: '17.2',
      imei: ['490154203237518', '356938035643809'],
      managed_status: 2,
      is_lost_mode_enabled: true,
      last_contact_time: 1_768_000_000_000,
      firmware_password: 'hunter2',
    }),
  )
  expect(summary.split('\n')).toEqual([
    'Device: Amara Phone',
    'User: Amara Okafor <amara@example.com>',
    'Platform: Mobile 17.2',
    'IMEI: 490154203237518, 356938035643809',
    'Status: Enrolled, in lost mode',
    'Last contact: 2026-01-09T23:06:40.000Z',
  ])
})
