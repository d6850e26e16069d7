import { createSecretKey, hkdfSync } from 'node:crypto'
import { openBytes, sealBytes } from '#crypto/vault/sealing.ts'

/** Encrypts authenticator secrets, which unlike passwords are needed in plain. */
export type SecretSeal = ReturnType<typeof secretSeal>

/** With a separate key, since users must be able to sign in while the key management vault is sealed. */
export function secretSeal(masterKey: Buffer) {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych second factor', 32)))
  /** Bound to the account. */
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
