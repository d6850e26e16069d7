/** Loaded when a file is selected, because it needs an ASN.1 library. */
import { ContentInfo, id_signedData, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { fromBase64 as decoded } from '#components/issuing/read/pem.ts'
import { type ChosenFile, maxBytes, type SeenCertificate } from './chosen-file.ts'
import { javaCertificates, javaStoreOf } from './java-store.ts'
import { certificateIn } from './seen-certificate.ts'

const armour = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g

export function readFile(bytes: Uint8Array<ArrayBuffer>): ChosenFile {
  if (bytes.length > maxBytes) return refused('A large file', 'The maximum file size is 1 MiB.')
  const java = javaStoreOf(bytes)
  if (java)
    return { format: java, fileType: 'KEYSTORE', password: 'needed', hasKeyPassword: true, ...javaContent(bytes) }
  if (isPkcs12(bytes)) return { format: 'PKCS #12', fileType: 'KEYSTORE', hasKey: 'unknown', password: 'needed' }
  const text = new TextDecoder().decode(bytes).trim()
  const blocks = [...text.matchAll(armour)].map(([, label = '', body = '']) => ({ label, body }))
  if (blocks.length > 0) return readPem(text, blocks)
  const der = bytes[0] === 0x30 ? bytes : fromBase64(text)
  const certificates = der && certificatesIn(der)
  if (!certificates) return refused('An unknown file', 'It is not a certificate or a key store. Choose another file.')
  if (certificates.length === 0) {
    return refused('A PKCS #7 file without certificates', 'Choose a file that contains the certificate.')
  }
  const format = der && certificateIn(der) ? 'DER' : 'P7B (PKCS #7)'
  return { format, fileType: 'CERTFILE', certificates, hasKey: false, password: 'none' }
}

const certificateLabel = /CERTIFICATE$|^PKCS7$|^CMS$/

type Block = { label: string; body: string }

function readPem(text: string, blocks: readonly Block[]): ChosenFile {
  const certificates = blocks.flatMap(({ label, body }) =>
    certificateLabel.test(label) ? (certificatesIn(fromBase64(body)) ?? []) : [],
  )
  const hasKey = blocks.some(({ label }) => label.endsWith('PRIVATE KEY'))
  const isLocked = blocks.some(({ label }) => label === 'ENCRYPTED PRIVATE KEY') || /Proc-Type: 4,ENCRYPTED/.test(text)
  if (certificates.length === 0) {
    if (blocks.some(({ label }) => label.endsWith('CERTIFICATE REQUEST'))) {
      return refused('A certificate signing request', 'It is not a certificate yet. Import it under Requests.')
    }
    if (blocks.some(({ label }) => certificateLabel.test(label))) {
      return refused(
        'A damaged PEM file',
        'The certificate in it is incomplete or was changed. Copy or export it again.',
      )
    }
    return refused(
      hasKey ? 'A private key without its certificate' : 'A PEM file without a certificate',
      'Choose a file that contains the certificate. The key can be in the same file.',
    )
  }
  const password = isLocked ? 'needed' : hasKey ? 'possible' : 'none'
  return { format: 'PEM', fileType: hasKey ? 'KEYSTORE' : 'CERTFILE', certificates, hasKey, password }
}

const refused = (format: string, refusal: string): ChosenFile => ({
  format,
  hasKey: 'unknown',
  password: 'none',
  refusal,
})

function javaContent(bytes: Uint8Array<ArrayBuffer>): Pick<ChosenFile, 'certificates' | 'hasKey'> {
  const found = javaCertificates(bytes)
  if (!found) return { hasKey: 'unknown' }
  const certificates = found.certificates.map(certificateIn)
  return { hasKey: found.hasKey, certificates: certificates.filter((one) => one !== undefined) }
}

/** A single certificate, or those of a PKCS #7 file; undefined for other content. */
function certificatesIn(der: Uint8Array<ArrayBuffer> | undefined): SeenCertificate[] | undefined {
  if (!der) return undefined
  const one = certificateIn(der)
  if (one) return [one]
  try {
    const { contentType, content } = AsnConvert.parse(der, ContentInfo)
    if (contentType !== id_signedData) return undefined
    const { certificates } = AsnConvert.parse(content, SignedData)
    return [...(certificates ?? [])].flatMap(({ certificate }) => {
      const seen = certificate && certificateIn(new Uint8Array(AsnConvert.serialize(certificate)))
      return seen ? [seen] : []
    })
  } catch {
    return undefined // files may have any content
  }
}

/** A PKCS #12 file is a sequence that begins with version 3 (RFC 7292, section 4). */
function isPkcs12(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x30) return false
  const length = bytes[1] ?? 0
  const at = 2 + (length <= 0x80 ? 0 : length & 0x7f)
  return bytes[at] === 2 && bytes[at + 1] === 1 && bytes[at + 2] === 3
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const body = text.replaceAll(header, '').replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]{40,}={0,2}$/.test(body)) return undefined
  const bytes = decoded(body)
  return bytes.length > 0 ? bytes : undefined
}

/** As in encrypted PEM keys of the traditional format. */
const header = /^[\w-]+:.*$/gm
