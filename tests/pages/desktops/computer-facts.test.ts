import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { statusIn, statusOf } from '#components/desktops/computer-status.ts'
import { computerFields } from '#contract/desktop/computer-fields.ts'
import { recordOf } from '#contract/field.ts'
import type { Json } from '#contract/json.ts'
import {
  errorOf,
  given,
  helpAddressOf,
  itemsOf,
  nameOf,
  ticketText,
  timeText,
  wordsOf,
} from '#pages/desktops/computer-facts.ts'

/** A computer as the pages get it: what a server sent, read by the contract. */
const received = (wire: Record<string, Json>) => z.decode(recordOf(computerFields), wire)

test('two dashes are nothing, wherever they stand', () => {
  expect([given('--'), given(' -- '), given(undefined), given(null), given('')]).toEqual(['', '', '', '', ''])
  expect(given('a--b')).toBe('a--b')
  expect(itemsOf('--')).toEqual([])
})

test('an id beyond 2^53 keeps its digits', () => expect(given(52549000000186013n)).toBe('52549000000186013'))

test('addresses that come comma-joined are several', () => {
  expect(itemsOf('10.1.2.3, fd00::1,,--')).toEqual(['10.1.2.3', 'fd00::1'])
})

test('a computer goes by the first name it has, and never by two dashes', () => {
  expect(nameOf({ resource_name: '--', full_name: '', fqdn_name: 'a.example', resource_id: '7' })).toBe('a.example')
  expect(nameOf({ resource_name: '--' })).toBe('Unnamed computer')
})

test.each([
  ['computer_live_status', 2, 'Down'],
  ['installation_status', 29, 'Failed'],
  ['scan_status', -1, 'Not done'],
  ['scan_status', 3, '3, meaning not defined'],
  ['installation_status', -1, '-1, meaning not defined'],
] as const)('%s %i is shown as “%s”', (field, value, label) => {
  expect(statusOf(field, value)?.label).toBe(label)
})

test('a number without a meaning never looks good, and a missing one says nothing', () => {
  expect(statusOf('installation_status', 25)?.tone).toBe('muted')
  expect(statusOf('installation_status', undefined)).toBeUndefined()
})

test('a key is said in words; one without words is shown as it came, whatever it is called', () => {
  expect(wordsOf('dc.db.agent.install.host_unreachable')).toBe('The computer did not respond')
  expect(wordsOf('dc.new.key')).toBe('dc.new.key')
  expect(wordsOf('constructor')).toBe('constructor')
})

test('an error code of −1 is none', () => {
  expect([errorOf({ error_code: -1 }), errorOf({ error_code: '--' }), errorOf({ error_code: 53 })]).toEqual([
    '',
    '',
    '53',
  ])
})

test('only a web address becomes a link', () => {
  expect(helpAddressOf({ error_kb_url: 'https://kb.example/5' })).toBe('https://kb.example/5')
  expect(helpAddressOf({ error_kb_url: ['javascript', 'alert(1)'].join(':') })).toBeUndefined()
  expect(helpAddressOf({ error_kb_url: '--' })).toBeUndefined()
})

test('a time that never was is no time, and not 1970', () => {
  expect([timeText(-1), timeText('--'), timeText(0)]).toEqual(['', '', ''])
  expect(timeText('1700000000000')).toBe('2023-11-14T22:13:20.000Z')
})

test('a name with line breaks adds no line to a ticket', () => {
  expect(ticketText({ Computer: 'A\nOwner: nobody', Model: '' })).toBe('Computer: A Owner: nobody')
})

test('a server that writes a status in words has its word shown, and “--” is none', () => {
  const said = (...sent: (number | string)[]) =>
    statusIn('installation_status', ...sent.map((installation_status) => received({ installation_status })))
  expect(said('Deployed')).toEqual({ label: 'Deployed', tone: 'muted' })
  expect(said('--')).toBeUndefined()
  expect(said('--', 22)).toMatchObject({ label: 'Installed' })
})
