/** File name of an exported certificate. */
import type { Input } from '#contract/endpoint.ts'
import type { getCertificate } from '#contract/keys/certificates.ts'
import type { Target } from './certificate-target.ts'

export type FileType = NonNullable<Input<typeof getCertificate>['fileType']>

/** Standard file extensions. */
const endings: Record<FileType, string> = {
  PEM: '.pem',
  CER: '.cer',
  CRT: '.crt',
  DER: '.der',
  P7B: '.p7b',
  PKCS: '.p12',
  JKS: '.jks',
  KEY: '.key',
}

/** The name given by the server, with the standard extension. */
export function fileNameOf(given: string, commonName: string, { fileType }: { fileType: FileType }): string {
  const name = safeName(given) || safeName(commonName) || 'certificate'
  const ending = endings[fileType]
  return name.toLowerCase().endsWith(ending) ? name : name + ending
}

/** File name in an archive: certificates of the same name are distinguished by the end of their serial number. */
export const fileNameAmongSeveral = ({ common_name, serial_number }: Target, fileType: FileType) =>
  fileNameOf('', `${common_name}-${serial_number.replaceAll(':', '').slice(-8)}`, { fileType })

/** Replaces control, path and reserved characters, and a leading dot. */
const safeName = (text: string) =>
  Array.from(text.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_').replace(/^\./, '_'))
    .slice(0, 150)
    .join('')
    .trim()
