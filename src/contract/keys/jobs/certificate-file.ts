/** What the file of an exported certificate is called. */
import type { Input } from '#contract/endpoint.ts'
import type { getCertificate } from '#contract/keys/certificates.ts'
import type { Target } from './certificate-target.ts'

export type FileType = NonNullable<Input<typeof getCertificate>['fileType']>

/** By which systems know the file. */
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

/** The name that the server gives, with the ending that systems know the file by. */
export function fileNameOf(given: string, commonName: string, { fileType }: { fileType: FileType }): string {
  const name = safeName(given) || safeName(commonName) || 'certificate'
  const ending = endings[fileType]
  return name.toLowerCase().endsWith(ending) ? name : name + ending
}

/** One of several in an archive: a name may have several certificates, and the end of the serial number tells them apart. */
export const fileNameAmongSeveral = ({ common_name, serial_number }: Target, fileType: FileType) =>
  fileNameOf('', `${common_name}-${serial_number.replaceAll(':', '').slice(-8)}`, { fileType })

/** Neither a path, nor hidden, nor anything that a system gives a meaning to. */
const safeName = (text: string) =>
  Array.from(text.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_').replace(/^\./, '_'))
    .slice(0, 150)
    .join('')
    .trim()
