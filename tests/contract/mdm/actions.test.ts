import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { actionNames, actions } from '#contract/mdm/actions/actions.ts'
import type { ActionFacts } from '#contract/mdm/actions/obstacles.ts'
import { isSecretParameter, parameterNote } from '#contract/mdm/actions/parameters.ts'
import { offeredActions, refusalOf, wrongParameter } from '#contract/mdm/actions/rules.ts'
import { commandRows } from '#contract/mdm/commands.ts'
import { mdmErrors } from '#contract/problems/known-errors.ts'

const facts: fc.Arbitrary<ActionFacts> = fc.record(
  {
    managed_status: fc.constantFrom(0, 1, 2, 2, 2, 2, 3, 4, 5),
    platform_type: fc.constantFrom('Platform A', 'Platform B', 'Platform C', 'Another'),
    model_type: fc.constantFrom('Smartphone', 'Tablet', 'Laptop', 'TV', 'Rugged scanner'),
    owned_by: fc.constantFrom(1, 2, '2'),
    is_supervised: fc.boolean(),
    is_lost_mode_enabled: fc.boolean(),
    os_version: fc.constantFrom('9.1', '17.2'),
    kiosk: fc.constantFrom('none', 'running', 'paused'),
  },
  { requiredKeys: [] },
)

test('a refusal has a reason for people and a code of the reference that is HTTP 412', () => {
  fc.assert(
    fc.property(facts, fc.constantFrom(...actionNames), (device, action) => {
      const refusal = refusalOf(action, device)
      expect(offeredActions(device).includes(action) || refusal !== undefined).toBe(true)
      expect(refusal?.reason).not.toBe('')
      expect(mdmErrors[refusal?.code ?? 'CMD0001'][0]).toBe(412)
    }),
  )
})

test('a device takes lost mode or leaves it, never both', () => {
  fc.assert(
    fc.property(facts, (device) => {
      fc.pre(device.is_lost_mode_enabled !== undefined)
      const modes = ['enable_lost_mode', 'disable_lost_mode'] as const
      expect(modes.filter((mode) => refusalOf(mode, device) === undefined).length).toBeLessThan(2)
    }),
  )
})

test('what an action takes goes with it, and nothing else does', () => {
  for (const action of actionNames) {
    const { required = [], optional = [] } = actions[action]
    const own = Object.fromEntries([...required, ...optional].map((name) => [name, 'x']))
    expect(wrongParameter(action, own)).toBeUndefined()
    const foreign = action === 'lock' ? { user_name: 'x' } : { unlock_pin: '1234' }
    expect(wrongParameter(action, { ...own, ...foreign })?.why).toBe(`is no parameter of ${action}`)
  }
  expect(wrongParameter('unlock_user_account', {})).toEqual({ name: 'user_name', why: 'is missing' })
})

test('passcodes and PINs are known to be secrets, and every parameter says what it is for', () => {
  expect((['passcode', 'unlock_pin', 'wipe_lock_pin'] as const).every(isSecretParameter)).toBe(true)
  expect(isSecretParameter('lock_message')).toBe(false)
  expect(parameterNote('re_enter_time')).toMatch(/minutes/i)
})

test('rows that wipe, and only they, are dangerous and need an administrator', () => {
  for (const endpoint of Object.values<Endpoint>(commandRows)) {
    const wipes = endpoint.path.endsWith('_wipe')
    expect([endpoint.danger ?? false, endpoint.permission === 'MDM_Admin']).toEqual([wipes, wipes])
  }
})
