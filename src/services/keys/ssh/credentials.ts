import type { ConnectConfig } from 'ssh2'
import type { CryptoWork } from '#crypto/workers/crypto-work.ts'

/** How a person or this service proves itself to a host. */
export type Credentials = (
  | { user: string; password: string }
  | { user: string; privateKey: string | Uint8Array; passphrase?: string }
) & { sudo?: Sudo }

/** How the user becomes root after the login. */
export interface Sudo {
  /** Undefined: sudo asks for none. */
  password?: string
}

/**
 * The key is opened in the worker pool, and in any format that we import: ssh2 reads fewer of them, and would derive the
 * key of an encrypted file on the event loop (300 ms with the rounds that ssh-keygen uses).
 */
export async function loginOf(credentials: Credentials, work: CryptoWork): Promise<ConnectConfig> {
  const { user: username } = credentials
  // A host with PAM may take the password only as the answer to a question.
  if ('password' in credentials) return { username, password: credentials.password, tryKeyboard: true }
  const { privateKey, passphrase } = credentials
  return { username, privateKey: await work.run('rewriteSshKey', [privateKey, { passphrase, format: 'openssh' }]) }
}
