import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import { changePassword, confirmAuthenticator } from '#contract/desktop/account.ts'
import { authenticatorAddress, validateOtp } from '#contract/desktop/authentication.ts'
import { fromRequest } from '#contract/http/from-request.ts'
import { toRequest } from '#contract/http/to-request.ts'

test.each([
  ['admin', 'admin'],
  ['Jörg Müller', 'Jörg Müller'],
  ['a:b@example.com?secret=x&', 'a b@example.com?secret=x&'],
  ['名前', '名前'],
])('an authenticator application reads the secret and the name of %s', (account, label) => {
  const read = URI.parse(authenticatorAddress({ secret: 'JBSWY3DPEHPK3PXP', account, issuer: 'Site: 1' }))
  expect(read).toMatchObject({ issuer: 'Site 1', label, algorithm: 'SHA1', digits: 6, period: 30 })
  expect(read.secret.base32).toBe('JBSWY3DPEHPK3PXP')
})

test('the wire says "true" or "false" about remembering, and only "true" means it', () => {
  const sent = (rememberme_enabled: boolean) =>
    JSON.parse(toRequest(validateOtp, { uid: 'u', otp: '1', rememberme_enabled }).body ?? '') as object
  expect(sent(true)).toHaveProperty('rememberme_enabled', 'true')
  expect(sent(false)).toHaveProperty('rememberme_enabled', 'false')
  const { target, method, headers } = toRequest(validateOtp, { uid: 'u', otp: '1' })
  const read = (value: unknown) =>
    fromRequest(validateOtp, {
      target,
      method,
      headers,
      body: JSON.stringify({ uid: 'u', otp: '1', rememberme_enabled: value }),
    }).rememberme_enabled
  expect(['true', 'TRUE', true, '1', 1, 'false', false].map(read)).toEqual([true, ...Array<boolean>(6).fill(false)])
})

test.each([
  ['confirmAuthenticator', confirmAuthenticator, { otp: '12345' }, 'otp'],
  ['changePassword', changePassword, { old_password: 'x', new_password: 'seven77' }, 'new_password'],
] as const)('%s names the field that is wrong', (_name, endpoint, input, field) => {
  expect(() => toRequest(endpoint, input as never)).toThrow(field)
})
