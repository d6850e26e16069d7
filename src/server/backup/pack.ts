import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { type Manifest, manifestName, type Part } from './manifest.ts'

/**
 * Packs a folder into a gzipped tar file, manifest first. The file is readable by its owner only and is created
 * atomically.
 */
export async function packBackup(folder: string, file: string, about: Omit<Manifest, 'parts'>): Promise<Manifest> {
  const parts: Part[] = []
  for (const path of await filesIn(folder)) parts.push(await partOf(folder, path))
  const manifest = { ...about, parts }
  await writeFile(join(folder, manifestName), JSON.stringify(manifest, null, 2))
  const draft = `${file}.${process.pid}.tmp`
  try {
    const output = createWriteStream(draft, { mode: 0o600, flags: 'wx' })
    await pipeline(Readable.from(tarOf(folder, parts)), createGzip({ level: 3 }), output)
    await sync(draft)
    await link(draft, file) // unlike rename, link never overwrites an existing file
  } finally {
    await rm(draft, { force: true })
  }
  return manifest
}

async function* tarOf(folder: string, parts: readonly Part[]): AsyncGenerator<Buffer> {
  const tar = pack()
  const written = (async () => {
    for (const { name, mode } of [{ name: manifestName, mode: 0o600 }, ...parts]) {
      const path = join(folder, name)
      const { size } = await stat(path)
      const entry = tar.entry({ name, size, mode })
      for await (const chunk of createReadStream(path)) {
        if (!entry.write(chunk)) await new Promise((resolve) => entry.once('drain', () => resolve(undefined)))
      }
      const ended = new Promise((resolve, reject) =>
        entry.once('close', () => resolve(undefined)).once('error', reject),
      )
      entry.end(null)
      await ended
    }
    tar.finalize()
  })()
  written.catch((error: unknown) => tar.destroy(error as Error))
  yield* tar as unknown as AsyncIterable<Buffer>
  await written
}

async function partOf(folder: string, path: string): Promise<Part> {
  const { size, mode } = await stat(path)
  return { name: relative(folder, path), bytes: size, sha256: await sha256Of(path), mode: mode & 0o777 }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

async function sync(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
