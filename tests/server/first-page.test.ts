import { beforeAll, expect, test } from 'vitest'
import { bytesOf, type ConsoleParts, consoleParts, keyOf, scriptsOf, scriptsOfPart } from '../support/console-parts.ts'

let parts: ConsoleParts

beforeAll(async () => {
  parts = await consoleParts()
}, 120_000)

const scriptsWith = (name: 'sign-in' | 'routes') => scriptsOf(parts, name)
const firstPage = () => scriptsWith('routes')

test('signing in needs one small set of scripts, and nothing of the console', async () => {
  const scripts = scriptsWith('sign-in')
  expect(scripts.size).toBeLessThanOrEqual(3)
  expect(scripts.intersection(firstPage())).toEqual(scriptsOfPart(parts, 'index.html'))
  expect(await bytesOf(scripts)).toBeLessThanOrEqual(110_500)
})

test('the first rows of devices need few scripts in few requests', async () => {
  const scripts = firstPage()
  expect(scripts.size).toBeLessThanOrEqual(4)
  expect(await bytesOf(scripts)).toBeLessThanOrEqual(160_400)
})

/** What the first page loads behind its rows, for the pages that follow. */
const loadedBehind = ['further-pages', 'wire-log']

test('every further page adds little', async () => {
  const here = firstPage()
  for (const name of loadedBehind) scriptsOfPart(parts, keyOf(parts, name), here)
  const pages = Object.entries(parts).filter(([key, part]) => part.isDynamicEntry && key.startsWith('src/pages/'))
  expect(pages.length).toBeGreaterThan(50)
  const sizes = await Promise.all(
    pages.map(
      async ([key]) => [key, await bytesOf([...scriptsOfPart(parts, key)].filter((file) => !here.has(file)))] as const,
    ),
  )
  expect(
    sizes.filter(([key, bytes]) => bytes > (key.endsWith('/Reference.tsx') ? 150_000 : 106_000)),
    'the API reference shows every endpoint',
  ).toEqual([])
})
