/** Detects the type of a selected file by content, not by file name, before it is sent. */
import type { Input } from '#contract/endpoint.ts'
import type { addCertificate } from '#contract/keys/certificates.ts'

export type FileType = Input<typeof addCertificate>['fileType']

export type SeenCertificate = {
  subject: string
  issuer: string
  serialNumber: string
  from: Date
  until: Date
  names: string[]
}

export type ChosenFile = {
  /** Display name: `PKCS #12`, `PEM`. */
  format: string
  /** The `fileType` parameter; undefined if the format cannot be imported. */
  fileType?: FileType
  /** Undefined if they cannot be read without the password. */
  certificates?: SeenCertificate[]
  hasKey: boolean | 'unknown'
  /** Whether the import requires a password. */
  password: 'needed' | 'possible' | 'none'
  /** Whether the key can have its own password. */
  hasKeyPassword?: boolean
  /** Why the file cannot be imported, and the alternative. */
  refusal?: string
}

/** Size limit of the service in bytes. */
export const maxBytes = 1024 * 1024

export type Chosen = { name: string; bytes: Uint8Array<ArrayBuffer>; seen: ChosenFile }
