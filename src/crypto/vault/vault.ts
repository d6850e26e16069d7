import { Refusal } from '#crypto/refusal.ts'
import { type KeyRing, readKeyRing } from './key-ring.ts'
import type { MasterKey } from './master-key.ts'
import { openBytes, sealBytes } from './sealing.ts'

/** Where a secret is stored. It is authenticated, so that a sealed secret cannot be moved to another place. */
export interface Place {
  table: string
  row: string
  column: string
  /** Counted up by whoever changes the row: an earlier secret of the same place does not pass for the present one. */
  version: number
}

/**
 * Seals secrets before they are stored. It starts sealed itself: it has no keys, and refuses. `unlock` gives it the keys;
 * a wrong master key leaves it as it was.
 */
export class Vault {
  #ring: KeyRing | undefined

  get isSealed(): boolean {
    return this.#ring === undefined
  }

  /** Also after the stored key ring has changed: the new one replaces what is known here. */
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

  /** Whether this was sealed by an older data key, so that it should be opened and sealed again. */
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

/** JSON, because its quotes leave no doubt where one name ends and the next begins. */
const contextOf = (header: Buffer, { table, row, column, version }: Place) =>
  Buffer.concat([header, Buffer.from(JSON.stringify([table, row, column, version]))])
