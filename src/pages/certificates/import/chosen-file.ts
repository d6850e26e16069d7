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
  /** `PKCS #12`, `PEM`, in words. */
  format: string
  /** As which it is sent; undefined where it cannot be imported here. */
  fileType?: FileType
  /** Undefined: nobody can tell without the password. */
  certificates?: SeenCertificate[]
  hasKey: boolean | 'unknown'
  /** Whether the service needs a password for it. */
  password: 'needed' | 'possible' | 'none'
  /** Whether a key may have a password other than that of the file. */
  hasKeyPassword?: boolean
  /** Why it cannot be imported, and where to go instead. */
  refusal?: string
}

/** As much as the service takes. */
export const maxBytes = 1024 * 1024

export type Chosen = { name: string; bytes: Uint8Array<ArrayBuffer>; seen: ChosenFile }
