import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { isZip, unzipped } from '#components/bulk/archive.ts'
import { zipOf } from '#services/console/jobs/archive.ts'
import { longestStall } from '../../crypto/longest-stall.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (file: { name: string; bytes: Uint8Array }) => [file.name, new TextDecoder().decode(file.bytes)]
const files = [
  { name: 'www.example.com.pem', bytes: bytes('one') },
  { name: 'WWW.example.com.pem', bytes: bytes('two') },
  { name: 'key', bytes: bytes('three') },
]

test('files of one name, in whichever case, are both in the archive', async () => {
  const archive = await zipOf(files)
  expect(isZip(archive)).toBe(true)
  expect(unzipped(archive).map(textOf)).toEqual([
    ['www.example.com.pem', 'one'],
    ['WWW.example.com-2.pem', 'two'],
    ['key', 'three'],
  ])
})

const hasUnzip = spawnSync('unzip', ['-v']).error === undefined
test.skipIf(!hasUnzip)('unzip opens the archive', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'archive-')), 'certificates.zip')
  writeFileSync(path, await zipOf(files))
  expect(spawnSync('unzip', ['-t', path]).stdout.toString()).toContain('No errors detected')
})

test('other work goes on while a hundred megabytes are packed', async () => {
  const big = { name: 'big.p12', bytes: new Uint8Array(100 * 1024 * 1024) }
  const stall = await longestStall(async () => {
    expect((await zipOf([big])).length).toBeGreaterThan(big.bytes.length)
  })
  expect(stall).toBeLessThan(200) // packed at once, more than that on any machine
})

test.each([
  [
    'too many files',
    () => zipSync(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}`, bytes('x')]))),
    /200 files/,
  ],
  ['too much', () => zipSync({ big: new Uint8Array(5 * 1024 * 1024) }), /4 MiB/],
  ['what is damaged', () => zipSync({ a: bytes('a') }).slice(0, 20), /damaged or encrypted/],
] as const)('an archive with %s is refused', (_, archive, words) => {
  expect(() => unzipped(archive())).toThrow(words)
})

test('folders, and what a Mac adds, are passed over', () => {
  const archive = zipSync({ 'chain/': new Uint8Array(), '__MACOSX/._a': bytes('x'), 'chain/a.crt': bytes('a') })
  expect(unzipped(archive).map(textOf)).toEqual([['chain/a.crt', 'a']])
})
