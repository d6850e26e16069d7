import type { Input } from '#contract/endpoint.ts'
import { formatsWithKey, type getCertificate } from '#contract/keys/certificates.ts'

export type FileType = NonNullable<Input<typeof getCertificate>['fileType']>
export type ExportFormat = {
  fileType: FileType
  label: string
  /** How the file ends, and what systems take it for. */
  ending: string
  type: string
  holds: string
  /** Who takes it. */
  use: string
}

const pem = 'application/x-pem-file'
const pkcs12 = 'application/x-pkcs12'

/** What each file of getCertificate is good for. */
export const exportFormats: readonly ExportFormat[] = [
  {
    fileType: 'PEM',
    label: 'PEM',
    ending: '.pem',
    type: pem,
    holds: 'Certificate and its chain, as text',
    use: 'nginx, Apache, HAProxy, most Unix software',
  },
  {
    fileType: 'CER',
    label: 'CER',
    ending: '.cer',
    type: 'application/pkix-cert',
    holds: 'The certificate alone, as text',
    use: 'Windows: double-click to open',
  },
  {
    fileType: 'CRT',
    label: 'CRT',
    ending: '.crt',
    type: 'application/x-x509-ca-cert',
    holds: 'The certificate alone, as text',
    use: 'Linux: trust stores, most servers',
  },
  {
    fileType: 'DER',
    label: 'DER',
    ending: '.der',
    type: 'application/pkix-cert',
    holds: 'The certificate alone, binary',
    use: 'Java, phones, appliances',
  },
  {
    fileType: 'P7B',
    label: 'P7B (PKCS #7)',
    ending: '.p7b',
    type: 'application/x-pkcs7-certificates',
    holds: 'Certificate and its chain',
    use: 'IIS, Windows, Tomcat; completes a request created there',
  },
  {
    fileType: 'PKCS',
    label: 'PKCS #12',
    ending: '.p12',
    type: pkcs12,
    holds: 'Private key, certificate and chain, encrypted',
    use: 'Windows, macOS, browsers, Java 9 and newer',
  },
  {
    fileType: 'JKS',
    label: 'JKS',
    ending: '.jks',
    type: 'application/x-java-keystore',
    holds: 'Private key, certificate and chain, encrypted',
    use: 'Java 8 and older, Tomcat',
  },
  {
    fileType: 'KEY',
    label: 'KEY',
    ending: '.key',
    type: pem,
    holds: 'The private key alone, encrypted, as text',
    use: 'nginx, Apache, openssl',
  },
]

export const holdsKey = ({ fileType }: ExportFormat) => formatsWithKey.includes(fileType)

/** The name that the server gives, with the ending that systems know the file by. */
export function fileNameOf(given: string, commonName: string, { ending }: Pick<ExportFormat, 'ending'>): string {
  const name = safeName(given) || safeName(commonName) || 'certificate'
  return name.toLowerCase().endsWith(ending) ? name : name + ending
}

/** Neither a path, nor hidden, nor anything that a system gives a meaning to. */
const safeName = (text: string) =>
  Array.from(text.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_').replace(/^\./, '_'))
    .slice(0, 150)
    .join('')
    .trim()
