import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { open, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutlineEntry } from '#crypto/keystore/key-store.ts'
import { outlineKeyStore } from '#crypto/keystore/outline-key-store.ts'

export type SharedStore = {
  /** Relative to the shared path, with `/`. */
  name: string
  bytes: Buffer
  /** SHA-256 of the file in hexadecimal. */
  sha256: string
  entries: OutlineEntry[]
}

const maxFiles = 1_000
const maxBytes = 1024 * 1024

/** Key stores in the shared path and its direct subdirectories, detected by content. */
export async function* storesIn(folder: string): AsyncGenerator<SharedStore> {
  let left = maxFiles
  for (const name of await filesIn(folder)) {
    const bytes = await readSmall(join(folder, name))
    const entries = bytes && outlineKeyStore(bytes)
    if (!bytes || !entries?.length) continue
    yield { name, bytes, sha256: sha256(bytes), entries }
    left -= 1
    if (left === 0) return
  }
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const maxLookedAt = 2_000

async function filesIn(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder)
  const names = entries.filter(isFile).map(({ name }) => name)
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    if (names.length >= maxLookedAt) break
    const inside = await entriesOf(join(folder, name))
    names.push(...inside.filter(isFile).map((entry) => `${name}/${entry.name}`))
  }
  return names.toSorted()
}

/** Symbolic links are ignored, since they could lead anywhere. */
const isFile = (entry: Dirent) => entry.isFile()

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(folder)) {
      if (entries.push(entry) === maxLookedAt) break
    }
  } catch (error) {
    if (!isOutOfReach(error)) throw error
  }
  return entries
}

/** Undefined for files that are too large or unreadable, or were replaced by a link or pipe meanwhile. */
async function readSmall(path: string): Promise<Buffer | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = await file.stat()
    if (size > maxBytes) return undefined
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size), position: 0 })
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if (isOutOfReach(error)) return undefined
    throw error
  }
}

const reasons = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EISDIR', 'ENXIO', 'ENAMETOOLONG']
const isOutOfReach = (error: unknown) =>
  error instanceof Error && 'code' in error && reasons.includes(String(error.code))
