import { expect, test } from 'vitest'
import { credentials, oneTimeCode, toSignIn, toVerifyOtp } from '#pages/sign-in/credentials.ts'

const form = { username: ' anna ', password: ' as typed ', domain: '' }

test('a local account signs in as such; spaces around the name are a slip, in the password they are meant', () => {
  expect(toSignIn(credentials.parse(form))).toEqual({
    username: 'anna',
    password: ' as typed ',
    auth_type: 'local_authentication',
  })
})

test('choosing a domain signs in to that directory', () => {
  expect(toSignIn(credentials.parse({ ...form, domain: 'EXAMPLE' }))).toMatchObject({
    auth_type: 'ad_authentication',
    domainName: 'EXAMPLE',
  })
})

test('a code may be typed the way it was read out', () => {
  expect(toVerifyOtp(oneTimeCode.parse({ otp: '123 456' }))).toEqual({ otp: '123456', remember: false })
  expect(toVerifyOtp(oneTimeCode.parse({ otp: '123-456', remember: 'on' }))).toEqual({ otp: '123456', remember: true })
})

test.each(['', '12', 'abcdef', '123456789'])('%j is no code', (otp) => {
  expect(oneTimeCode.safeParse({ otp }).error?.issues[0]?.message).toBe('The code has 6 to 8 digits')
})
