import type { KeyObject } from 'node:crypto'
import { type Der, writeDer } from '#crypto/der.ts'
import { privateKeyLabels, readPemPrivateKey } from '#crypto/pem-private-key.ts'
import { isPem, type PemBlock, readPem } from '#crypto/pem.ts'
import { belongTogether, privateKeyObject } from '#crypto/private-key/key-object.ts'
import { Refusal } from '#crypto/refusal.ts'
import { type CertificateFile, readCertificateFile } from '#crypto/x509/certificate-file.ts'
import { type CertificateSummary, summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import { findLeaf } from '#crypto/x509/chain.ts'
import type { KeyStoreEntry, KeyStoreFormat } from './key-store.ts'
import { readKeyStore } from './read-key-store.ts'

export interface ImportedCertificate {
  der: Der
  summary: CertificateSummary
  privateKey: Der | undefined
}

/** Content of an imported file. */
export interface CertificateImport {
  format: CertificateFile['format'] | KeyStoreFormat
  /** Distinct certificates, leaf certificate first. */
  certificates: ImportedCertificate[]
  /** Number of keys not imported: encrypted without a passphrase, or without a certificate. */
  keysLeft: number
}

const maxCertificates = 500
const longestChain = 20 // a larger file is a collection rather than a chain

/**
 * CERTFILE of addCertificate. A key in a PEM file is imported if it can be decrypted and matches one of the
 * certificates. Derives keys, and the file is untrusted: run it in a worker.
 */
export function importCertificateFile(file: Uint8Array, passphrase: string): CertificateImport {
  const { format, certificates, requests } = readCertificateFile(file)
  if (certificates.length === 0) {
    const what = requests.length
      ? 'This is a signing request, not a certificate; import it as a request'
      : 'There is no certificate in this file, only a revocation list'
    throw new Refusal('not-found', what, 'file')
  }
  const found = format === 'PEM' ? keyBlocks(file).map((block) => openKey(block, passphrase)) : []
  const keys = found.filter((key) => key !== undefined)
  const owners = keys.length ? certificates.map(withPublicKey) : []
  const pairs = keys.map((privateKey) => ({ privateKey, chain: [ownerOf(privateKey, owners)] }))
  const leaf = certificates.length > longestChain ? undefined : findLeaf(certificates)
  const all = [...pairs, ...(leaf ? [leaf, ...certificates] : certificates).map(onlyTrusted)]
  return { format, certificates: distinct(all), keysLeft: found.length - keys.length }
}

/**
 * KEYSTORE of addCertificate and the stores of discoverUnmanagedCert. `number` selects one entry of a Java key store,
 * counted from 1. A PEM file counts as a key store, since stores of type PEM are exported as such.
 */
export function importKeyStore(
  file: Uint8Array,
  passphrase: string,
  number?: number,
  keyPassphrase = '',
): CertificateImport {
  if (isPem(textOf(file))) return importPemStore(file, passphrase)
  const { format, entries } = readKeyStore(file, passphrase, keyPassphrase)
  const wanted = format === 'PKCS12' || number === undefined ? entries : entries.slice(number - 1, number)
  for (const { alias, privateKey, chain } of wanted) {
    if (!privateKey || !chain[0] || fits(privateKey, chain[0])) continue
    throw new Refusal('damaged', `The key of the entry ${JSON.stringify(alias)} does not match its certificate`, 'file')
  }
  const certificates = distinct(wanted.toSorted((a, b) => Number(!a.privateKey) - Number(!b.privateKey)))
  if (certificates.length === 0) throw new Refusal('not-found', 'There is no certificate in this key store', 'file')
  return { format, certificates, keysLeft: wanted.filter(({ chain }) => chain.length === 0).length }
}

function importPemStore(file: Uint8Array, passphrase: string): CertificateImport {
  const found = importCertificateFile(file, passphrase)
  if (found.keysLeft) throw new Refusal('passphrase-needed', 'The key is protected by a passphrase', 'passphrase')
  if (found.certificates.some(({ privateKey }) => privateKey)) return found
  throw new Refusal('not-recognized', 'There is no private key in this file, so it is not a key store', 'file')
}

const keyBlocks = (file: Uint8Array) => readPem(textOf(file)).filter(({ label }) => privateKeyLabels.includes(label))
const textOf = (file: Uint8Array) => Buffer.from(file).toString('latin1')

/** Undefined if a passphrase is required: the certificates are imported without the key. */
function openKey(block: PemBlock, passphrase: string): Der | undefined {
  try {
    return Uint8Array.from(readPemPrivateKey(block, passphrase).key.export({ format: 'der', type: 'pkcs8' }))
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'passphrase-needed') return undefined
    throw error
  }
}

interface Owner {
  certificate: Der
  publicKey: Der
}
const withPublicKey = (certificate: Der): Owner => ({
  certificate,
  publicKey: writeDer(readCertificate(certificate).tbsCertificate.subjectPublicKeyInfo),
})

function ownerOf(privateKey: Der, owners: readonly Owner[]): Der {
  const key = privateKeyObject(privateKey)
  const owner = owners.find(({ publicKey }) => isPublicHalf(key, publicKey))
  if (owner) return owner.certificate
  throw new Refusal('damaged', 'A private key in the file matches none of its certificates', 'file')
}

const fits = (privateKey: Der, certificate: Der) =>
  isPublicHalf(privateKeyObject(privateKey), withPublicKey(certificate).publicKey)

function isPublicHalf(privateKey: KeyObject, publicKey: Der): boolean {
  try {
    return belongTogether(privateKey, publicKey)
  } catch (error) {
    if (error instanceof Refusal) return false // a certificate with an unsupported key type
    throw error
  }
}

type Entry = Pick<KeyStoreEntry, 'privateKey' | 'chain'>
const onlyTrusted = (certificate: Der): Entry => ({ privateKey: undefined, chain: [certificate] })

/** The distinct certificates of the entries, in order, each with its key if an entry has it. */
function distinct(entries: readonly Entry[]): ImportedCertificate[] {
  const found = new Map<string, ImportedCertificate>()
  for (const { privateKey, chain } of entries) {
    for (const [index, der] of chain.entries()) {
      const name = Buffer.from(der).toString('latin1')
      const known = found.get(name) ?? { der, summary: summarizeCertificate(der), privateKey: undefined }
      found.set(name, { ...known, privateKey: known.privateKey ?? (index === 0 ? privateKey : undefined) })
      if (found.size > maxCertificates) {
        throw new Refusal('too-large', `The file contains more than ${maxCertificates} certificates`, 'file')
      }
    }
  }
  return [...found.values()]
}
