import { expect, test } from 'vitest'
import { actionMenu, sharedRefusal } from '#pages/devices/device/actions/action-menu.ts'

const anything = () => true
const entriesOf = (...args: Parameters<typeof actionMenu>) => actionMenu(...args).flatMap(({ entries }) => entries)

test('what the device refuses stays in the menu, with the reason the server gives', () => {
  const offered = [
    { name: 'lock', is_enabled: true },
    { name: 'shutdown', is_enabled: false, action_info: 'Only on a supervised device', localized_action_info: 'Nur …' },
    { name: 'restart', is_enabled: false },
    { name: 'scan' },
  ]
  const refusals = Object.fromEntries(entriesOf({ offered, may: anything }).map(({ name, refusal }) => [name, refusal]))
  expect(refusals).toEqual({
    lock: undefined,
    shutdown: 'Nur …',
    restart: 'Not available. No reason reported by the server.',
    scan: 'Not available. No reason reported by the server.',
  })
})

test('an action that this console does not know is shown and cannot be sent', () => {
  const [entry] = entriesOf({ offered: [{ name: 'self_destruct', is_enabled: true }], may: anything })
  expect(entry).toMatchObject({ label: 'Self destruct', action: undefined })
  expect(entry?.refusal).toContain('not supported')
})

test('a wipe needs more than a lock does, and the menu names the permission', () => {
  const offered = ['lock', 'complete_wipe', 'corporate_wipe'].map((name) => ({ name, is_enabled: true }))
  const refusals = entriesOf({ offered, may: (wanted) => wanted === 'MDM_Write' }).map(({ name, refusal }) => [
    name,
    refusal,
  ])
  expect(Object.fromEntries(refusals)).toEqual({
    lock: undefined,
    complete_wipe: 'Your account needs MDM_Admin',
    corporate_wipe: 'Your account needs MDM_Admin',
  })
})

test('what cannot be undone comes last, and actions of the container after it', () => {
  const offered = ['complete_wipe', 'scan', 'lock'].map((name) => ({ name, is_enabled: true }))
  const vendorActions = [{ name: 'container_lock', localized_name: 'Lock container', is_enabled: true }]
  expect(actionMenu({ offered, vendorActions, may: anything }).map(({ title }) => title)).toEqual([
    'Information',
    'Access',
    'Erase',
    'Container',
  ])
})

test('a reason that many actions share is stated once, others stay with their actions', () => {
  const names = ['lock', 'scan', 'restart', 'shutdown', 'complete_wipe']
  const offered = names.map((name) => ({ name, is_enabled: name !== 'scan' }))
  const none = actionMenu({ offered, may: () => false })
  expect(sharedRefusal(actionMenu({ offered, may: (wanted) => wanted !== 'MDM_Admin' }))).toBeUndefined()
  expect(sharedRefusal(none)).toBe('Your account needs MDM_Write')
})
