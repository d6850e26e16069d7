import { createSecretKey, hkdfSync } from 'node:crypto'
import { openBytes, sealBytes } from '#crypto/vault/sealing.ts'

/** Seals the secrets of authenticator applications: unlike passwords, they have to be known again. */
export type SecretSeal = ReturnType<typeof secretSeal>

/** Under a key of its own: the vault of key management may be sealed, and people still have to sign in. */
export function secretSeal(masterKey: Buffer) {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych second factor', 32)))
  /** Moved to another account, it does not open. */
  const placeOf = (accountId: number) => Buffer.from(`authenticator of account ${accountId}`)

  return {
    seal: (accountId: number, secret: string) =>
      sealBytes(key, placeOf(accountId), Buffer.from(secret)).toString('base64'),

    open(accountId: number, sealed: string): string {
      const secret = openBytes(key, placeOf(accountId), Buffer.from(sealed, 'base64'))
      if (!secret) throw new Error(`The authenticator of account ${accountId} cannot be decrypted with this master key`)
      return secret.toString()
    },
  }
}
