import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfStale, consoleFolder } from '#server/build.ts'

type Part = {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
  dynamicImports?: string[]
  isDynamicEntry?: true
  src?: string
}
export type ConsoleParts = Readonly<Record<string, Part>>

/** The parts of the built console, as the build tells of them. */
export async function consoleParts(): Promise<ConsoleParts> {
  await buildIfStale()
  return JSON.parse(await readFile(join(consoleFolder, '.vite/manifest.json'), 'utf8')) as ConsoleParts
}

/** The scripts that a part needs before it runs. */
export function scriptsOfPart(parts: ConsoleParts, key: string, found = new Set<string>()): Set<string> {
  const part = parts[key]
  if (!part || found.has(part.file)) return found
  found.add(part.file)
  for (const imported of part.imports ?? []) scriptsOfPart(parts, imported, found)
  return found
}

/** On the wire, packed as browsers take it. */
export async function bytesOf(files: Iterable<string>): Promise<number> {
  const sizes = [...files].map(async (file) => {
    const packed = await stat(join(consoleFolder, `${file}.br`)).catch(() => stat(join(consoleFolder, file)))
    return packed.size
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

export function keyOf(parts: ConsoleParts, name: string): string {
  const [key] = Object.entries(parts).find(([, part]) => part.name === name && part.file.endsWith('.js')) ?? []
  if (key === undefined) throw new Error(`The build has no part called ${name}`)
  return key
}

/** The start, and what it loads at once: the sign-in page, or the console. */
export const scriptsOf = (parts: ConsoleParts, name: 'sign-in' | 'routes') =>
  scriptsOfPart(parts, keyOf(parts, name), scriptsOfPart(parts, 'index.html'))
