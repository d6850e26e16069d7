import type { KeyObject } from 'node:crypto'

export type SshKeyFormat = 'openssh' | 'pem' | 'pkcs8' | 'putty'

/** A decrypted private key file. */
export interface SshPrivateKey {
  key: KeyObject
  comment: string
  format: SshKeyFormat
  /** Whether the file was encrypted. A passphrase for an unencrypted file is ignored, as in ssh-keygen. */
  isEncrypted: boolean
}
