import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { computersNotReady, seedComputers } from '#services/demo/computers/seed-computers.ts'
import type { InventoryTables } from '#services/desktop/inventory/tables.ts'
import { migrations } from '#services/migrations.ts'

let folder: string
const opened: Database[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-estate-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
  await rm(folder, { recursive: true, force: true })
})
async function open(name: string) {
  const database = await openDatabase({ folder: join(folder, name), migrations })
  opened.push(database)
  return database.db.$extendTables<InventoryTables>()
}
const quietly = () => undefined
const contentOf = async (db: Awaited<ReturnType<typeof open>>) => ({
  computers: (await db.selectFrom('desktop').select('pk').execute()).length,
  texts: (await db.selectFrom('desktop_text').select('pk').execute()).length,
  software: await db.selectFrom('desktop_software').selectAll().orderBy('software').execute(),
})

test('a killed first start is completed by the next one, and nothing is counted twice', async () => {
  const whole = await open('whole')
  await seedComputers(whole, 'large:1100', quietly)
  const cut = await open('cut')
  const killed = seedComputers(cut, 'large:1100', () => {
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await computersNotReady(cut)).toMatch(/^\d+ of 1100 desktops are made$/)
  await seedComputers(cut, 'large:1100', quietly)
  expect(await computersNotReady(cut)).toBeUndefined()
  expect(await contentOf(cut)).toEqual(await contentOf(whole))
  expect((await contentOf(cut)).computers).toBe(1100)
})

test('two processes that start together create one set of computers', async () => {
  const program = fileURLToPath(new URL('../../start-process.ts', import.meta.url))
  const start = () => once(spawn(process.execPath, [program, join(folder, 'both'), 'large:900']), 'exit')
  const codes = await Promise.all([start(), start()])
  expect(codes.map(([code]) => code as number)).toEqual([0, 0])
  const alone = await open('alone')
  await seedComputers(alone, 'large:900', quietly)
  expect(await contentOf(await open('both'))).toEqual(await contentOf(alone))
}, 120_000)
