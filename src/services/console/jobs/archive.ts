import { setImmediate as otherWork } from 'node:timers/promises'
import { Zip, ZipPassThrough } from 'fflate'

type ArchivedFile = { name: string; bytes: Uint8Array }

/** The checksum of a piece takes a few milliseconds. */
const pieceBytes = 1024 * 1024

/**
 * Creates a zip file without compression, since most content is encrypted. Repeated file names get a number. Yields to
 * the event loop.
 */
export async function zipOf(files: Iterable<ArchivedFile> | AsyncIterable<ArchivedFile>) {
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const taken = new Set<string>()
  for await (const { name, bytes } of files) {
    const entry = new ZipPassThrough(freeName(name, taken))
    zip.add(entry)
    let at = 0
    do {
      entry.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length)
      at += pieceBytes
      await otherWork()
    } while (at < bytes.length)
  }
  zip.end()
  return joined(parts)
}

/** Copying a hundred megabytes at once takes as long as their checksum. */
async function joined(parts: readonly Uint8Array[]): Promise<Buffer<ArrayBuffer>> {
  const archive = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    archive.set(part, at)
    at += part.length
    await otherWork()
  }
  return archive
}

function freeName(name: string, taken: Set<string>): string {
  const [, base = name, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
  let free = name
  for (let at = 2; taken.has(free.toLowerCase()); at++) free = `${base}-${at}${ending}`
  taken.add(free.toLowerCase())
  return free
}
