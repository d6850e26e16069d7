import { formatsWithKey } from '#contract/keys/certificates.ts'
import type { FileType } from '#contract/keys/jobs/certificate-file.ts'

export type ExportFormat = {
  fileType: FileType
  label: string
  /** Media type. */
  type: string
  holds: string
  /** Systems that use the format. */
  use: string
}

const pem = 'application/x-pem-file'
const pkcs12 = 'application/x-pkcs12'

/** Purpose of each file format of getCertificate. */
export const exportFormats: readonly ExportFormat[] = [
  {
    fileType: 'PEM',
    label: 'PEM',
    type: pem,
    holds: 'Certificate and its chain, as text',
    use: 'nginx, Apache, HAProxy, most Unix software',
  },
  {
    fileType: 'CER',
    label: 'CER',
    type: 'application/pkix-cert',
    holds: 'The certificate alone, as text',
    use: 'Windows: double-click to open',
  },
  {
    fileType: 'CRT',
    label: 'CRT',
    type: 'application/x-x509-ca-cert',
    holds: 'The certificate alone, as text',
    use: 'Linux: trust stores, most servers',
  },
  {
    fileType: 'DER',
    label: 'DER',
    type: 'application/pkix-cert',
    holds: 'The certificate alone, binary',
    use: 'Java, phones, appliances',
  },
  {
    fileType: 'P7B',
    label: 'P7B (PKCS #7)',
    type: 'application/x-pkcs7-certificates',
    holds: 'Certificate and its chain',
    use: 'IIS, Windows, Tomcat; completes a request created there',
  },
  {
    fileType: 'PKCS',
    label: 'PKCS #12',
    type: pkcs12,
    holds: 'Private key, certificate and chain, encrypted',
    use: 'Windows, macOS, browsers, Java 9 and newer',
  },
  {
    fileType: 'JKS',
    label: 'JKS',
    type: 'application/x-java-keystore',
    holds: 'Private key, certificate and chain, encrypted',
    use: 'Java 8 and older, Tomcat',
  },
  {
    fileType: 'KEY',
    label: 'KEY',
    type: pem,
    holds: 'The private key alone, encrypted, as text',
    use: 'nginx, Apache, openssl',
  },
]

export const holdsKey = ({ fileType }: ExportFormat) => formatsWithKey.includes(fileType)
