import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildIfStale, consoleFolder } from '#server/build.ts'

type Part = { file: string; name?: string; imports?: string[]; css?: string[]; isDynamicEntry?: true; src?: string }
let parts: Record<string, Part>

beforeAll(async () => {
  await buildIfStale()
  parts = JSON.parse(await readFile(join(consoleFolder, '.vite/manifest.json'), 'utf8')) as typeof parts
}, 120_000)

/** The scripts that a part needs before it runs. */
function scriptsOf(key: string, found = new Set<string>()): Set<string> {
  const part = parts[key]
  if (!part || found.has(part.file)) return found
  found.add(part.file)
  for (const imported of part.imports ?? []) scriptsOf(imported, found)
  return found
}

/** On the wire, packed as browsers take it. */
async function bytesOf(files: Iterable<string>): Promise<number> {
  const sizes = [...files].map(async (file) => {
    const packed = await stat(join(consoleFolder, `${file}.br`)).catch(() => stat(join(consoleFolder, file)))
    return packed.size
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The start, and what it loads at once: the sign-in page, or the console. */
const scriptsWith = (name: 'sign-in' | 'routes') => scriptsOf(keyOf(name), scriptsOf('index.html'))

function keyOf(name: string): string {
  const [key] = Object.entries(parts).find(([, part]) => part.name === name && part.file.endsWith('.js')) ?? []
  if (key === undefined) throw new Error(`The build has no part called ${name}`)
  return key
}
const firstPage = () => scriptsWith('routes')

test('signing in needs one small set of scripts, and nothing of the console', async () => {
  const scripts = scriptsWith('sign-in')
  expect(scripts.size).toBeLessThanOrEqual(3)
  expect(scripts.intersection(firstPage())).toEqual(scriptsOf('index.html'))
  expect(await bytesOf(scripts)).toBeLessThanOrEqual(117_000)
})

test('the first rows of devices need few scripts in few requests', async () => {
  const scripts = firstPage()
  expect(scripts.size).toBeLessThanOrEqual(4)
  expect(await bytesOf(scripts)).toBeLessThanOrEqual(173_000)
})

/** What the first page loads behind its rows, for the pages that follow. */
const loadedBehind = ['further-pages', 'wire-log']

test('every further page adds little', async () => {
  const here = firstPage()
  for (const name of loadedBehind) scriptsOf(keyOf(name), here)
  const pages = Object.entries(parts).filter(([key, part]) => part.isDynamicEntry && key.startsWith('src/pages/'))
  expect(pages.length).toBeGreaterThan(50)
  const sizes = await Promise.all(
    pages.map(async ([key]) => [key, await bytesOf([...scriptsOf(key)].filter((file) => !here.has(file)))] as const),
  )
  expect(
    sizes.filter(([key, bytes]) => bytes > (key.endsWith('/Reference.tsx') ? 143_000 : 106_000)),
    'the API reference shows every endpoint',
  ).toEqual([])
})
