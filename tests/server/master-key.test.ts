import { writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { sealFor } from '#platform/seal.ts'
import { proxyMigrations, type ProxyTables } from '#proxy/tables.ts'
import { openMasterKey } from '#server/master-key.ts'

let folder: string
let file: string
let database: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-key-'))
  file = join(folder, 'master.key')
  database = await openDatabase({ folder, migrations: proxyMigrations })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
const open = () => openMasterKey(file, database.db.$extendTables<ProxyTables>())

test('the first run makes a key that only its owner reads, and later runs find it', async () => {
  const key = await open()
  expect(key).toHaveLength(32)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await open()).toEqual(key)
})

test('two processes that start together agree on one key', async () => {
  const [one, two] = await Promise.all([open(), open()])
  expect(one).toEqual(two)
})

test('a process that starts a moment later takes the key that another has just made', async () => {
  const key = await open()
  const text = await readFile(file, 'utf8')
  await rm(file)
  // The other process writes the file after we have looked for it, and before we ask what the database knows.
  const transformQuery = ({ node }: PluginTransformQueryArgs) => {
    writeFileSync(file, text)
    return node
  }
  const transformResult = ({ result }: PluginTransformResultArgs) => Promise.resolve(result)
  const meanwhile = database.db.$extendTables<ProxyTables>().withPlugin({ transformQuery, transformResult })
  expect(await openMasterKey(file, meanwhile)).toEqual(key)
})

test('a missing key is not replaced once something was sealed with it', async () => {
  await open()
  await rm(file)
  await expect(open()).rejects.toThrow(`The master key ${file} is missing, but the database was sealed with it`)
  await expect(readFile(file)).rejects.toThrow('ENOENT')
})

test('another key, or a damaged one, is refused', async () => {
  await open()
  await writeFile(file, 'ab'.repeat(32))
  await expect(open()).rejects.toThrow('is not the one that the database was sealed with')
  await writeFile(file, 'ab'.repeat(31))
  await expect(open()).rejects.toThrow('must hold 64 hexadecimal digits')
})

test('what was sealed opens for its owner and purpose only, and not when a bit differs', async () => {
  const key = await open()
  const seal = sealFor('session', key)
  const closed = seal.close('token 🔑', 'row 1')
  expect(seal.open(closed, 'row 1')).toBe('token 🔑')
  expect(seal.close('token 🔑', 'row 1'), 'the same secret looks different each time').not.toBe(closed)
  expect(() => seal.open(closed, 'row 2')).toThrow()
  expect(() => sealFor('check', key).open(closed, 'row 1')).toThrow()
  for (const at of [0, 12, 20, -1]) {
    const bytes = Buffer.from(closed, 'base64')
    bytes.writeUInt8((bytes.at(at) ?? 0) ^ 1, at < 0 ? bytes.length + at : at)
    expect(() => seal.open(bytes.toString('base64'), 'row 1')).toThrow()
  }
  expect(() => seal.open('', 'row 1')).toThrow()
})
