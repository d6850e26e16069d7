import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import type { MasterKey, MasterKeySource } from './master-key.ts'
import { keyBytes, openBytes, sealBytes } from './sealing.ts'

/**
 * Data keys by number. The newest seals records; older ones remain to open existing records. The ring is stored as a
 * text sealed with the master key. These functions take that text and return its replacement: store it only if the ring
 * has not changed meanwhile, then unlock the vault with it.
 */
export interface KeyRing {
  newest: number
  keys: ReadonlyMap<number, KeyObject>
}

const maxKeys = 10_000

export const createKeyRing = (master: MasterKey): string => write(withNewKey({ newest: 0, keys: new Map() }), master)

/** Adds a data key, which seals from then on. */
export const rotateKeyRing = (stored: string, master: MasterKey): string =>
  write(withNewKey(readKeyRing(stored, master)), master)

/** Removes older data keys, once no records are sealed with them. */
export function trimKeyRing(stored: string, master: MasterKey): string {
  const { newest, keys } = readKeyRing(stored, master)
  return write({ newest, keys: new Map([...keys].filter(([number]) => number === newest)) }, master)
}

/** Seals the data keys with another master key; records are unchanged. */
export const changeMasterKey = (stored: string, master: MasterKey, newMaster: MasterKey): string =>
  write(readKeyRing(stored, master), newMaster)

/** Source of a stored ring's master key, which determines what is needed to open it. */
export const masterKeySource = (stored: string): MasterKeySource => parse(stored).source

export function readKeyRing(stored: string, { key }: MasterKey): KeyRing {
  const { source, sealed } = parse(stored)
  const plain = openBytes(key, contextOf(source), Buffer.from(sealed, 'base64'))
  if (!plain) throw new Refusal('wrong-master-key', 'This master key cannot unseal the vault')
  const content = JSON.parse(plain.toString('utf8')) as Content // authenticated, so it has the expected form
  return {
    newest: content.newest,
    keys: new Map(content.keys.map(([number, base64]) => [number, createSecretKey(base64, 'base64')])),
  }
}

function withNewKey({ newest, keys }: KeyRing): KeyRing {
  if (keys.size >= maxKeys) throw new Refusal('too-large', `The vault holds at most ${maxKeys} data keys`)
  const number = newest + 1
  return { newest: number, keys: new Map([...keys, [number, createSecretKey(randomBytes(keyBytes))]]) }
}

interface Content {
  newest: number
  keys: [number, string][]
}

interface StoredKeyRing {
  format: string
  source: MasterKeySource
  sealed: string
}

const format = 'triptych key ring 1'

function write({ newest, keys }: KeyRing, { source, key }: MasterKey): string {
  const content: Content = { newest, keys: [...keys].map(([number, key]) => [number, key.export().toString('base64')]) }
  const sealed = sealBytes(key, contextOf(source), Buffer.from(JSON.stringify(content))).toString('base64')
  return JSON.stringify({ format, source, sealed } satisfies StoredKeyRing)
}

/** Authenticates the source, so that it cannot be changed to demand a cheaper key derivation. */
const contextOf = (source: MasterKeySource) => Buffer.from(JSON.stringify([format, source]))

function parse(stored: string): StoredKeyRing {
  const ring = parsed(stored)
  if (ring?.format === format && typeof ring.sealed === 'string' && ring.source) return ring as StoredKeyRing
  throw new Refusal('damaged', 'The stored key ring of the vault is damaged or has an unknown version')
}

function parsed(stored: string): Partial<StoredKeyRing> | null {
  try {
    return JSON.parse(stored) as Partial<StoredKeyRing> | null
  } catch {
    return null
  }
}
