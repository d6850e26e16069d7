import { timingSafeEqual } from 'node:crypto'
import { ByteReader } from '#crypto/byte-reader.ts'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import { readJavaText } from './java-text.ts'
import { jksMagic, jksSeal, jksTags } from './jks-form.ts'
import { openJavaKey } from './jks-protection.ts'
import { type KeyStore, type KeyStoreEntry, maxEntries, type OutlineEntry } from './key-store.ts'
import { timeBudget } from './time-budget.ts'

const sealBytes = 20
const longestChain = 20

/**
 * Java's own formats: JKS, and JCEKS without its secret keys. A key may have its own password; otherwise the store's
 * applies.
 */
export function readJks(file: Uint8Array, password: string, keyPassword = ''): KeyStore {
  const bytes = Buffer.from(file)
  const content = bytes.subarray(0, -sealBytes)
  requireSeal(content, bytes.subarray(-sealBytes), password)
  const spend = timeBudget()
  return readContent(content, (stored): KeyStoreEntry => {
    spend()
    for (const certificate of stored.chain) readCertificate(certificate)
    return { ...stored, privateKey: stored.privateKey && openEither(stored.privateKey, password, keyPassword) }
  })
}

function openEither(encrypted: Uint8Array, password: string, keyPassword: string): Der {
  try {
    return openJavaKey(encrypted, password)
  } catch (error) {
    if (keyPassword === '' || !(error instanceof Refusal) || error.reason !== 'wrong-passphrase') throw error
    return openJavaKey(encrypted, keyPassword)
  }
}

/** The information that entries reveal without the password; certificates are not parsed. */
export function outlineJks(file: Uint8Array): OutlineEntry[] {
  const content = Buffer.from(file).subarray(0, -sealBytes)
  return readContent(content, ({ privateKey, chain }) => ({ hasKey: privateKey !== undefined, certificates: chain }))
    .entries
}

function readContent<Entry>(content: Buffer, opened: (stored: StoredEntry) => Entry) {
  const cursor = new Cursor(content)
  const format: KeyStore['format'] = cursor.number() === jksMagic.JKS ? 'JKS' : 'JCEKS'
  const version = cursor.number()
  if (version !== 1 && version !== 2) throw new Refusal('unsupported', `Version ${version} of a Java key store`, 'file')
  const count = cursor.number()
  if (count > maxEntries) throw new Refusal('too-large', `The key store has more than ${maxEntries} entries`, 'file')
  const entries = Array.from({ length: count }, () => opened(readEntry(cursor, version)))
  if (cursor.remaining > 0) throw new Refusal('damaged', 'The key store has data after its last entry', 'file')
  return { format, entries }
}

function requireSeal(content: Buffer, seal: Buffer, password: string): void {
  if (seal.length === sealBytes && timingSafeEqual(seal, jksSeal(content, password))) return
  throw new Refusal('wrong-passphrase', 'Incorrect passphrase, or the key store was modified', 'passphrase')
}

/** With the private key still encrypted. */
type StoredEntry = KeyStoreEntry

function readEntry(cursor: Cursor, version: number): StoredEntry {
  const tag = cursor.number()
  const alias = cursor.text()
  cursor.bytes(8) // creation time
  if (tag === jksTags.certificate) return { alias, privateKey: undefined, chain: [readStored(cursor, version)] }
  if (tag !== jksTags.key) {
    // A secret key is a serialized Java object without a length, so subsequent entries cannot be located either.
    throw new Refusal('unsupported', 'The key store contains secret keys, which only Java can read', 'file')
  }
  const privateKey = Uint8Array.from(cursor.block())
  const length = cursor.number()
  if (length > longestChain) throw new Refusal('too-large', `A chain is longer than ${longestChain}`, 'file')
  return { alias, privateKey, chain: Array.from({ length }, () => readStored(cursor, version)) }
}

function readStored(cursor: Cursor, version: number): Der {
  const type = version === 1 ? 'X.509' : cursor.text()
  const der = Uint8Array.from(cursor.block())
  if (type !== 'X.509') throw new Refusal('unsupported', `A certificate of the kind ${JSON.stringify(type)}`, 'file')
  return der
}

class Cursor extends ByteReader {
  constructor(bytes: Uint8Array) {
    super(bytes, () => new Refusal('damaged', 'The key store is truncated', 'file'))
  }

  number = (): number => this.bytes(4).readUInt32BE()
  block = (): Buffer => this.bytes(this.number())
  text = (): string => readJavaText(this.bytes(this.bytes(2).readUInt16BE()))
}
