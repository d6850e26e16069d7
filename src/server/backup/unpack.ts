import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { format, type Manifest, manifest as manifestSchema, manifestName } from './manifest.ts'
import { sha256Of } from './pack.ts'

/** Extracts a backup into a folder and returns its manifest after verifying every digest. */
export async function unpackBackup(file: string, folder: string): Promise<Manifest> {
  try {
    const tar = extract()
    const unpacked = pipeline(createReadStream(file), createGunzip(), tar as unknown as NodeJS.WritableStream)
    unpacked.catch(() => undefined) // the loop below throws the same error
    for await (const entry of tar) {
      const { name, type } = entry.header
      if (type !== 'file' || !isInside(name)) throw new Error(`it contains an unknown part: ${name}`)
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(entry as unknown as NodeJS.ReadableStream, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    }
    await unpacked
    return await checked(folder)
  } catch (cause) {
    throw new Error(`The backup ${file} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

/** Prevents path traversal by entries of a crafted archive. */
const isInside = (name: string) => !/^[\\/]|(^|[\\/])\.\.([\\/]|$)|\0/.test(name)

async function checked(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error('it has no manifest')
  const content = JSON.parse(text) as { format?: number }
  if ((content.format ?? 0) > format) throw new Error('it was created by a newer version of this program')
  const manifest = manifestSchema.parse(content)
  for (const { name, sha256 } of manifest.parts) {
    const found = isInside(name) ? await sha256Of(join(folder, name)).catch(() => undefined) : undefined
    if (found === undefined) throw new Error(`its part ${name} is missing`)
    if (found !== sha256) throw new Error(`its part ${name} is damaged or was changed`)
  }
  return manifest
}
