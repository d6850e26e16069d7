import type { ConnectConfig } from 'ssh2'
import type { CryptoWork } from '#crypto/workers/crypto-work.ts'

/** Credentials of a user for a host. */
export type Credentials = (
  | { user: string; password: string }
  | { user: string; privateKey: string | Uint8Array; passphrase?: string }
) & { sudo?: Sudo }

/** How root privileges are obtained after login. */
export interface Sudo {
  /** Undefined if sudo requires none. */
  password?: string
}

/**
 * The key is decrypted in the worker pool, in any supported format: ssh2 supports fewer, and would derive keys on the
 * event loop (300 ms with ssh-keygen's rounds).
 */
export async function loginOf(credentials: Credentials, work: CryptoWork): Promise<ConnectConfig> {
  const { user: username } = credentials
  // Hosts with PAM may accept passwords through keyboard-interactive only.
  if ('password' in credentials) return { username, password: credentials.password, tryKeyboard: true }
  const { privateKey, passphrase } = credentials
  return { username, privateKey: await work.run('rewriteSshKey', [privateKey, { passphrase, format: 'openssh' }]) }
}
