import { Refusal } from '#crypto/refusal.ts'

/** key-management, Limits: allowed lengths for new keys by type. ed25519 has a fixed length. */
export const keyLengths = {
  'ssh-rsa': [1024, 2048, 4096],
  'ssh-dss': [1024],
  ed25519: [],
  ecdsa: [256, 384, 521],
} as const satisfies Record<string, readonly number[]>

export type SshKeyType = keyof typeof keyLengths

export const ed25519Length = 256

export function requireKeyType(keyType: string): SshKeyType {
  if (Object.hasOwn(keyLengths, keyType)) return keyType as SshKeyType
  throw new Refusal('not-allowed', `There is no key type ${JSON.stringify(keyType)}`, 'keyType')
}

export function requireKeyLength(keyType: SshKeyType, length: number | undefined): number {
  const allowed: readonly number[] = keyLengths[keyType]
  if (allowed.length === 0) return ed25519Length // input is ignored: ed25519 has "no specific length"
  if (length !== undefined && allowed.includes(length)) return length
  const choices = new Intl.ListFormat('en', { type: 'disjunction' }).format(allowed.map(String))
  throw new Refusal('not-allowed', `A key of type ${keyType} must have ${choices} bits`, 'length')
}
