import type { RouteObject } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { furtherPages } from '#further-pages.ts'
import { loadedBehind } from '../../vite.config.ts'
import { bytesOf, type ConsoleParts, consoleParts, keyOf, scriptsOf, scriptsOfPart } from '../support/console-parts.ts'

/** Scripts that a page adds once the first page of its area is shown: bytes on the wire. */
const added = { most: 40_000, larger: { 'reference/Reference': 92_000 } }
/** Scripts that a page adds to those of the list of devices where it is opened by its address. */
const addedAlone = {
  most: 110_500,
  larger: {
    'certificates/certificate/CertificateActivity': 113_000,
    'reference/Conventions': 121_400,
    'reference/Reference': 190_000,
  },
}

let parts: ConsoleParts

beforeAll(async () => {
  parts = await consoleParts()
}, 120_000)

test('signing in needs one small set of scripts, and nothing of the console', async () => {
  const scripts = scriptsOf(parts, 'sign-in')
  expect(scripts.size).toBeLessThanOrEqual(3)
  expect(scripts.intersection(scriptsOf(parts, 'routes'))).toEqual(scriptsOfPart(parts, 'index.html'))
  expect(await bytesOf(scripts)).toBeLessThanOrEqual(110_500)
})

test('the first rows of devices need few scripts in few requests', async () => {
  const scripts = scriptsOf(parts, 'routes')
  expect(scripts.size).toBeLessThanOrEqual(4)
  // The names of all parts stand in it: new hashes alone change how well it is packed, by 69 bytes in one case.
  expect(await bytesOf(scripts)).toBeLessThanOrEqual(160_000)
})

/** A page consists of itself and the pages that it is shown inside of. */
type PageKeys = readonly string[]

const keysOf = ({ lazy }: RouteObject): PageKeys =>
  typeof lazy === 'function' ? [...lazy.toString().matchAll(/src\/pages\/[\w/-]+\.tsx?/g)].map(([key]) => key) : []

function pagesBelow(route: RouteObject, above: PageKeys = []): PageKeys[] {
  const own = keysOf(route)
  const keys = [...above, ...own]
  return [...(own.length > 0 ? [keys] : []), ...(route.children ?? []).flatMap((child) => pagesBelow(child, keys))]
}

/** The pages of each area, by the first part of their addresses, its first page first; that of devices is the console's. */
function areas(): Map<string, PageKeys[]> {
  const found = Map.groupBy(furtherPages.beside, ({ path }) => path?.split('/')[1] ?? '')
  const beside = [...found].map(([area, routes]) => [area, routes.flatMap((route) => pagesBelow(route))] as const)
  return new Map([...beside, ['devices', [[], ...furtherPages.below.flatMap((route) => pagesBelow(route))]]])
}

const scriptsWith = (keys: readonly string[], to: Iterable<string>) =>
  keys.reduce((scripts, key) => scriptsOfPart(parts, key, scripts), new Set(to))
const addedBy = async (keys: PageKeys, to: ReadonlySet<string>): Promise<Size> => [
  keys.at(-1)?.replace(/^src\/(pages\/)?|\.tsx?$/g, '') ?? '',
  await bytesOf(scriptsWith(keys, to).difference(to)),
]
type Size = readonly [name: string, bytes: number]

type Limits = { most: number; larger: Readonly<Record<string, number>> }
const tooLarge = (sizes: readonly Size[], { most, larger }: Limits) =>
  sizes.filter(([name, bytes]) => bytes > (larger[name] ?? most))

/** What is loaded when the first page of an area is shown, with what its list loads behind its rows (`loadBehind`). */
function loadedWith(first: PageKeys, shown: ReadonlySet<string>): Set<string> {
  const behind = first.flatMap((key) => parts[key]?.dynamicImports ?? []).filter((key) => /\/behind-/.test(key))
  return scriptsWith([...first, ...behind], shown)
}

test('every page adds little to the first page of its area, and so does what is opened in it', async () => {
  const shown = scriptsWith(
    loadedBehind.map((name) => keyOf(parts, name)),
    scriptsOf(parts, 'routes'),
  )
  const opened = new Set(Object.keys(parts).filter((key) => parts[key]?.isDynamicEntry && key.startsWith('src/pages/')))
  const sizes: Size[] = []
  for (const [area, [first = [], ...pages]] of areas()) {
    const loaded = loadedWith(first, shown)
    sizes.push(await addedBy(first, shown))
    for (const page of pages) sizes.push(await addedBy(page, loaded))
    for (const key of [...opened].filter((one) => one.startsWith(`src/pages/${area}/`)))
      if (![first, ...pages].flat().includes(key)) sizes.push(await addedBy([key], loaded))
  }
  expect(sizes.length).toBeGreaterThan(100)
  expect(tooLarge(sizes, added)).toEqual([])
})

test('a page that is opened by its address loads little beside it', async () => {
  const first = scriptsOf(parts, 'routes')
  const pages = [...areas().values()].flat()
  const sizes = await Promise.all(pages.map((page) => addedBy([keyOf(parts, 'further-pages'), ...page], first)))
  expect(tooLarge(sizes, addedAlone)).toEqual([])
})
