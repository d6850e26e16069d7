import { expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { hiddenIn, messagesWithout, secretsIn, withoutSecretsOf } from '#platform/upstream/hidden-inputs.ts'

test('a secret that begins with another one is hidden whole', () => {
  const secrets = secretsIn({ old_password: 'Summer2026', new_password: 'Summer2026!x' })
  expect(hiddenIn('Summer2026!x is too like Summer2026', secrets)).toBe('(hidden) is too like (hidden)')
})

test('what is short is hidden as a word by itself, and in no code, id, status or name', () => {
  const secrets = secretsIn({ unlock_pin: '0005' })
  const raw = {
    error_code: 'COM0005',
    status_code: '0005',
    keyName: '0005',
    error_description: 'PIN 0005 of 10005, COM0005',
  }
  const shown = withoutSecretsOf(new Problem('COM0005', 'PIN 0005 is wrong', { service: 'mdm', raw }), secrets)
  expect(shown).toMatchObject({
    code: 'COM0005',
    message: 'PIN (hidden) is wrong',
    raw: { ...raw, error_description: 'PIN (hidden) of 10005, COM0005' },
  })
})

test('what is sent as no secret, too, is shown', () => {
  const secrets = secretsIn({ username: 'operator', password: 'operator', passphrase: 'another one' })
  expect(hiddenIn('operator may not use another one', secrets)).toBe('operator may not use (hidden)')
})

test('a secret that stands in the place of another one is hidden once', () => {
  const secrets = secretsIn({ password: 'hidden', passphrase: 'a passphrase' })
  expect(hiddenIn('a passphrase, hidden', secrets)).toBe('(hidden), (hidden)')
})

test('numbers are hidden like texts, and details that are a text like a message', () => {
  const secrets = secretsIn({ wipe_lock_pin: 483_920, device_id: '77' })
  const raw = { seen: 483_920, device_id: 77, message: 'PIN 483920' }
  expect(withoutSecretsOf(new Problem('X', 'no', { raw }), secrets).raw).toEqual({
    seen: '(hidden)',
    device_id: 77,
    message: 'PIN (hidden)',
  })
  const body = JSON.stringify({ details: 'Set to 483920', count: 483_920 })
  expect(JSON.parse(messagesWithout(body, secrets))).toEqual({ details: 'Set to (hidden)', count: 483_920 })
})
