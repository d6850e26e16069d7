import { expect, test } from 'vitest'
import { storeText } from '#contract/keys/rules/request-list.ts'

test('a request has no private key where its server says so, and not where it says nothing', () => {
  expect(storeText({ KEYSTORE_TYPE: 'PKCS12', isPassword: true })).toBe('PKCS12, with password')
  expect(storeText({ KEYSTORE_TYPE: '' })).toBe('No private key')
  expect(storeText({})).toBeUndefined()
})
