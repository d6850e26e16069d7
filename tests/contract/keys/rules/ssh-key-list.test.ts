import { expect, test } from 'vitest'
import { sshKeyColumns } from '#contract/keys/rules/ssh-key-list.ts'

const strengthOf = (KeyType: string | undefined, KeyLength?: string) =>
  sshKeyColumns.strength({ key: { ...(KeyType && { KeyType }), ...(KeyLength && { KeyLength }) } })

test('a key is called free of known weaknesses only if its type, and of RSA its length, are known', () => {
  expect(strengthOf('ssh-ed25519')).toBe('No known weakness')
  expect(strengthOf('ssh-rsa', '4096')).toBe('No known weakness')
  expect(strengthOf('ssh-rsa', '1024')).toBe('RSA with 1024 bits is weak')
  expect(strengthOf('ssh-rsa', 'NaN')).toBe('Unknown')
  expect(strengthOf('ssh-rsa')).toBe('Unknown')
  expect(strengthOf(undefined, '256')).toBe('Unknown')
})
