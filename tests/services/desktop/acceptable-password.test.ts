import { describe, expect, it } from 'vitest'
import { requireAcceptablePassword } from '#services/desktop/acceptable-password.ts'

const problemWith = (password: string, account?: string) =>
  requireAcceptablePassword(password, account === undefined ? {} : { account }).then(
    () => undefined,
    ({ message }: Error) => message,
  )

describe('A new password', () => {
  it.each([
    'correct horse battery staple',
    'aaaa bbbb cccc dddd',
    '      a     b      ',
    'über alle Gipfel 🙂🙂',
    '1234-5678 cat 9012',
    '83920174650192837465',
  ])('may be any text that is long enough: %s', async (password) => {
    expect(await problemWith(password, 'admin')).toBeUndefined()
  })

  it('has 15 to 1024 characters, whatever their size in bytes', async () => {
    const wrong = 'new_password: has 15 to 1024 characters'
    expect(await problemWith('fourteen chars')).toBe(wrong)
    expect(await problemWith('🙂'.repeat(14))).toBe(wrong)
    expect(await problemWith('🙂 x🙃'.repeat(4))).toBeUndefined()
    expect(await problemWith('ab c'.repeat(256))).toBeUndefined()
    expect(await problemWith(`${'ab c'.repeat(256)}d`)).toBe(wrong)
  })

  it.each([
    '1234567890987654321',
    'QwertyUiop12345',
    'passwordpassword',
    'Password1234567!!',
    '!!!!!!!letmein!!!!!!!',
    'aaaaaaaaaaaaaaaaaaaa',
    'x1x1x1x1x1x1x1x1x1x1',
    'monkeymonkeymonkey',
    'baseballbaseballbase2026',
  ])('is none of the common ones, and none with figures around it or repeated: %s', async (password) => {
    expect(await problemWith(password)).toBe('new_password: is a common password, or one repeated')
  })

  it.each(['otp-admin-20262026', 'OTP-ADMINotp-admin', '2026 otp-admin 2026!'])(
    'is not the name of its account: %s',
    async (password) => {
      expect(await problemWith(password, 'otp-admin')).toBe('new_password: is built from the user name')
    },
  )

  it('is not the name of the product', async () => {
    expect(await problemWith('Triptych2026!!!!!')).toBe('new_password: is built from the name of this product')
  })

  it('is named by its field in errors', async () => {
    await expect(requireAcceptablePassword('short', { field: 'password' })).rejects.toMatchObject({
      field: 'password',
      message: 'password: has 15 to 1024 characters',
    })
  })
})
