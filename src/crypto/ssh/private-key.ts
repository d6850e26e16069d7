import type { KeyObject } from 'node:crypto'

export type SshKeyFormat = 'openssh' | 'pem' | 'pkcs8' | 'putty'

/** What was found in a private key file, opened. */
export interface SshPrivateKey {
  key: KeyObject
  comment: string
  format: SshKeyFormat
  /** Whether the file asked for a passphrase. A passphrase given for a plain file is not an error, as with ssh-keygen. */
  isEncrypted: boolean
}
