import { describe, expect, test } from 'vitest'
import { sessionAfter } from '#proxy/sessions/session-after.ts'

const login = { username: 'ada', auth_type: 'local_authentication' } as const
const asks = { unique_userID: 'u1', is_TwoFactor_Enabled: true, OTP_Validation_Required: true, message: 'Enter it' }
const after = (factor: object, more: object = {}) =>
  sessionAfter({ two_factor_data: { ...asks, ...factor }, ...more }, login, 'Head office')

describe('the step after a password', () => {
  test('is the code, with a challenge of our own beside the server’s name for it', () => {
    expect(after({ remember_token_days: 7 })).toEqual({
      kind: 'otp',
      login,
      uid: 'u1',
      challenge: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      message: 'Enter it',
      rememberDays: 7,
    })
    expect(after({})).not.toHaveProperty('challenge', (after({}) as { challenge: string }).challenge)
  })

  test('is decided by a token, never by the mere presence of two_factor_data', () => {
    const off = { is_TwoFactor_Enabled: false, OTP_Validation_Required: false }
    expect(after(off, { auth_data: { auth_token: 't' } })).toMatchObject({
      kind: 'signed-in',
      by: 'password',
      token: 't',
    })
    expect(after({}, { auth_data: { auth_token: 't' } })).toMatchObject({ kind: 'signed-in' })
    for (const factor of [off, { unique_userID: '' }]) expect(() => after(factor)).toThrow(/neither signed you in nor/)
  })

  test('remembers no longer than browsers keep a cookie, and never less than not at all', () => {
    const days = [400, 401, 1_000_000_000, -1, undefined].map((remember_token_days) => after({ remember_token_days }))
    expect(days).toMatchObject([400, 400, 400, 0, 0].map((rememberDays) => ({ rememberDays })))
  })
})

describe('the first time with an authenticator', () => {
  const enrollmentOf = (google_authenticator_key: string) =>
    (after({ google_authenticator_key }) as { enrollment?: object }).enrollment

  test('shows its key as applications take it, with issuer and account', () => {
    const secret = 'JBSWY3DPEHPK3PXP'
    const address = `otpauth://totp/Head%20office:ada?secret=${secret}&issuer=Head%20office&algorithm=SHA1&digits=6&period=30`
    for (const spelling of [secret, 'jbsw y3dp ehpk 3pxp', 'JBSW-Y3DP-EHPK-3PXP==']) {
      expect(enrollmentOf(spelling)).toEqual({ secret, address })
    }
  })

  test('shows nothing that is no such key', () => {
    for (const key of ['', 'not base32!', '1890', '<script>']) expect(enrollmentOf(key)).toBeUndefined()
  })
})
