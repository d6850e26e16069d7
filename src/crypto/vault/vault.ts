import { Refusal } from '#crypto/refusal.ts'
import { type KeyRing, readKeyRing } from './key-ring.ts'
import type { MasterKey } from './master-key.ts'
import { openBytes, sealBytes } from './sealing.ts'

/** Storage location of a secret. Authenticated, so that sealed secrets cannot be moved. */
export interface Place {
  table: string
  row: string
  column: string
  /** Incremented with each change of the row, so that an earlier secret is not accepted. */
  version: number
}

/**
 * Seals secrets for storage. Starts sealed, without keys, and rejects all operations until `unlock`. A wrong master key
 * changes nothing.
 */
export class Vault {
  #ring: KeyRing | undefined

  get isSealed(): boolean {
    return this.#ring === undefined
  }

  /** Also replaces the keys after a change of the stored key ring. */
  unlock(storedKeyRing: string, master: MasterKey): void {
    this.#ring = readKeyRing(storedKeyRing, master)
  }

  /** Forgets all keys. */
  lock(): void {
    this.#ring = undefined
  }

  seal(place: Place, secret: Uint8Array | string): Buffer {
    const { newest, keys } = this.#requireRing()
    const header = headerFor(newest)
    return Buffer.concat([header, sealBytes(requireKey(keys, newest), contextOf(header, place), Buffer.from(secret))])
  }

  open(place: Place, sealed: Uint8Array): Buffer {
    const { keys } = this.#requireRing()
    const bytes = Buffer.from(sealed)
    const header = bytes.subarray(0, headerBytes)
    const key = requireKey(keys, dataKeyOf(bytes))
    const secret = openBytes(key, contextOf(header, place), bytes.subarray(headerBytes))
    if (!secret) throw new Refusal('not-authentic', 'A sealed secret was modified or moved')
    return secret
  }

  /** Whether it was sealed with an older data key and should be sealed again. */
  isOutdated(sealed: Uint8Array): boolean {
    return dataKeyOf(Buffer.from(sealed)) < this.#requireRing().newest
  }

  #requireRing(): KeyRing {
    if (!this.#ring) throw new Refusal('sealed', 'The vault is sealed: unseal it with its master key first')
    return this.#ring
  }
}

// One byte for the format, four for the number of the data key.
const format = 1
const headerBytes = 5

function headerFor(dataKey: number): Buffer {
  const header = Buffer.of(format, 0, 0, 0, 0)
  header.writeUInt32BE(dataKey, 1)
  return header
}

function dataKeyOf(sealed: Buffer): number {
  if (sealed.length > headerBytes && sealed[0] === format) return sealed.readUInt32BE(1)
  throw new Refusal('not-authentic', 'This is not a sealed secret')
}

function requireKey(keys: KeyRing['keys'], dataKey: number) {
  const key = keys.get(dataKey)
  if (!key)
    throw new Refusal('not-authentic', `A secret was sealed by data key ${dataKey}, which is not in the key ring`)
  return key
}

/** JSON separates the names unambiguously. */
const contextOf = (header: Buffer, { table, row, column, version }: Place) =>
  Buffer.concat([header, Buffer.from(JSON.stringify([table, row, column, version]))])
