import type { KeyObject } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises'
import { openBytes, sealBytes } from '#crypto/vault/sealing.ts'

export const maxFileBytes = 16 * 1024 * 1024

const context = Buffer.from('disk of a lab host')
const addedBytes = 28 // nonce and tag

/** The key does not open a file. Clients of the host are told of a failed read. */
export class UnreadableFile extends Error {
  readonly code = 'EIO'
}

/**
 * Encrypted file storage: names, links and modes are those of the machine, content is sealed, since private keys are
 * deployed to this host. A file without bytes is empty.
 */
export class Disk {
  readonly #key: KeyObject

  /** @param key AES-256 */
  constructor(key: KeyObject) {
    this.#key = key
  }

  async read(path: string): Promise<Buffer> {
    return this.#open(await readFile(path))
  }

  /** @param options.flag wx: fails if the file exists */
  async write(path: string, bytes: Uint8Array, options: { mode?: number; flag?: 'w' | 'wx' } = {}): Promise<void> {
    await writeFile(path, this.#seal(bytes), { ...options, flush: true })
  }

  async readFrom(file: FileHandle): Promise<Buffer> {
    const { size } = await file.stat()
    if (this.sizeOf(size) > maxFileBytes) throw tooLarge()
    const sealed = Buffer.alloc(size)
    const { bytesRead } = await file.read(sealed, 0, size, 0)
    return this.#open(sealed.subarray(0, bytesRead))
  }

  async writeTo(file: FileHandle, bytes: Uint8Array): Promise<void> {
    const sealed = this.#seal(bytes)
    for (let written = 0; written < sealed.length;) {
      written += (await file.write(sealed, written, sealed.length - written, written)).bytesWritten
    }
    await file.truncate(sealed.length)
  }

  async truncate(path: string, size: number): Promise<void> {
    await using file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW)
    await this.writeTo(file, resized(await this.readFrom(file), size))
  }

  /** Size of the content of a file with this stored size. */
  sizeOf(stored: number): number {
    return Math.max(0, stored - addedBytes)
  }

  #seal(bytes: Uint8Array): Buffer {
    if (bytes.length > maxFileBytes) throw tooLarge()
    return sealBytes(this.#key, context, bytes)
  }

  #open(sealed: Buffer): Buffer {
    if (sealed.length === 0) return sealed
    const bytes = openBytes(this.#key, context, sealed)
    if (!bytes) throw new UnreadableFile('A file of a lab host was changed outside the lab, or is of another database')
    return bytes
  }
}

/** Truncated, or padded with zeros. */
export function resized(bytes: Buffer, size: number): Buffer {
  if (size > maxFileBytes) throw tooLarge()
  return size <= bytes.length ? bytes.subarray(0, size) : Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
}

const tooLarge = () => Object.assign(new Error('EFBIG'), { code: 'EFBIG' })
