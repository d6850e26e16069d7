import { expect, test } from 'vitest'
import { newMac } from '#crypto/keystore/pkcs12-mac.ts'
import { encryptContent } from '#crypto/keystore/pkcs12-encryption.ts'
import { fromBase64 } from '#crypto/pem.ts'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'

const content = Buffer.from('a private key')
const integer = (value: number) => {
  const digits = value.toString(16)
  const hex = digits.padStart(digits.length + (digits.length % 2), '0')
  return Buffer.from(`02${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`, 'hex')
}
const parameters = (protection: 'AES-256' | 'legacy') =>
  Buffer.from(encryptContent(content, 'secret', protection).algorithm.parameters ?? new ArrayBuffer(0))

test('a guess at the passphrase of what is written costs as much as is recommended', () => {
  expect(parameters('AES-256').includes(integer(600_000))).toBe(true)
  expect(parameters('legacy').includes(Buffer.from('0203', 'hex'))).toBe(true)
  expect(parameters('legacy').includes(Buffer.from('00c350', 'hex'))).toBe(true)
  expect(newMac(content, 'secret', 'AES-256').iterations).toBe(600_000)
  expect(newMac(content, 'secret', 'legacy').iterations).toBe(50_000)
})

test('an SSH key has the rounds of ssh-keygen', () => {
  const { file } = createSshKey({ keyType: 'ed25519', passphrase: 'secret' })
  const bytes = fromBase64(file.trim().split('\n').slice(1, -1).join(''), 'The key')
  const after = Buffer.from(bytes).indexOf('bcrypt') + 'bcrypt'.length
  const saltBytes = Buffer.from(bytes).readUInt32BE(after + 4)
  expect(Buffer.from(bytes).readUInt32BE(after + 8 + saltBytes)).toBe(24)
})
