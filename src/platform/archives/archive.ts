import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { isEqual } from './keyed-hash.ts'

/** Rows moved out of a table. The metadata is readable without a key, the rows are not. */
export type Archive = {
  /** Consecutive; a gap means that an archive was lost. */
  id: number
  first_id: number
  last_id: number
  /** Times of the earliest and latest entry, epoch milliseconds. */
  first_at: number
  last_at: number
  entries: number
  /** Hash of the entry before the first one, and of the last one; empty for unchained entries. */
  previous: string
  hash: string
  /** The rows as gzipped JSON, AES-256-GCM, base64. */
  contents: string
  /** Keyed hash of all fields. */
  seal: string
}
export type ArchiveFacts = Omit<Archive, 'contents' | 'seal'>
export type ArchiveKeys = { rows: KeyObject; seal: KeyObject }

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** Separate keys, so that other sealed values are never accepted as an archive. */
export function archiveKeys(secret: Buffer, purpose: string): ArchiveKeys {
  const derived = (what: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `triptych ${purpose} archive ${what}`, 32)))
  return { rows: derived('rows'), seal: derived('seal') }
}

/** Packs rows into an archive, bound to the name of its table. */
export async function packArchive(
  keys: ArchiveKeys,
  table: string,
  facts: ArchiveFacts,
  rows: readonly object[],
): Promise<Archive> {
  const packed = await zip(JSON.stringify(rows))
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keys.rows, nonce, { authTagLength: tagBytes })
  cipher.setAAD(contextOf(table, facts))
  const sealed = Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()]).toString('base64')
  return { ...facts, contents: sealed, seal: sealOf(keys, table, facts, sealed) }
}

/** Rows of an archive; undefined if it was modified. */
export async function openArchive<Row>(
  keys: ArchiveKeys,
  table: string,
  { contents, seal, ...facts }: Archive,
): Promise<Row[] | undefined> {
  if (!isEqual(seal, sealOf(keys, table, facts, contents))) return undefined
  const bytes = Buffer.from(contents, 'base64')
  const decipher = createDecipheriv(algorithm, keys.rows, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(contextOf(table, facts)).setAuthTag(bytes.subarray(-tagBytes))
  try {
    const packed = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
    return JSON.parse((await unzip(packed)).toString()) as Row[]
  } catch {
    return undefined
  }
}

const contextOf = (table: string, facts: ArchiveFacts) => {
  const { id, first_id, last_id, first_at, last_at, entries, previous, hash } = facts
  return Buffer.from(JSON.stringify([table, id, first_id, last_id, first_at, last_at, entries, previous, hash]))
}

const sealOf = (keys: ArchiveKeys, table: string, facts: ArchiveFacts, sealedRows: string) =>
  createHmac('sha256', keys.seal).update(contextOf(table, facts)).update('\n').update(sealedRows).digest('hex')
