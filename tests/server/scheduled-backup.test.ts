// A backup that a job of the console writes into the folder of the operator, and what becomes of older ones.
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUpInto } from '#server/backup/scheduled-backup.ts'
import { unpackBackup } from '#server/backup/unpack.ts'
import { buildIfStale } from '#server/build.ts'
import { consoleClient } from '../support/console-client.ts'
import { startServer } from '../support/server.ts'

const password = 'a password of the tests 7c41'
let folder: string
beforeAll(async () => {
  await buildIfStale()
  folder = await mkdtemp(join(tmpdir(), 'triptych-scheduled-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const order = {
  endpoint: 'console.backUp',
  title: 'Backup',
  input: {},
  items: [{ subject: 'backup', label: 'Backup' }],
}

async function started(settings: Record<`TRIPTYCH_${string}`, string>) {
  const server = await startServer({ TRIPTYCH_DEMO_PASSWORD: password, TRIPTYCH_SEED: 'empty', ...settings })
  const client = consoleClient()
  await client.signIn(server.ready.console, 'admin', password)
  const call = (row: string, input: object) => client.call(server.ready.console, row, input)
  const stop = async () => {
    await client.close()
    await server.stop()
  }
  const run = async () => {
    const { value: planned } = await call('console.planJob', order)
    await call('console.startJob', { job: planned.id })
    return planned.id
  }
  const items = async (job: unknown) => (await call('console.listJobItems', { job })).value.rows as object[]
  return { call, run, items, stop }
}

test('a job writes a backup that can be restored, and keeps as many as the operator wants', async () => {
  const backups = join(folder, 'backups')
  await mkdir(backups)
  const old = 'triptych-20260101T000000Z.backup'
  for (const name of [old, 'triptych-20260102T000000Z.backup', 'notes.txt', `${old}.9.tmp`, `${old}.10.tmp`])
    await writeFile(join(backups, name), '')
  await utimes(join(backups, `${old}.9.tmp`), 0, 0)
  const { call, run, items, stop } = await started({ TRIPTYCH_BACKUP_DIR: backups, TRIPTYCH_BACKUP_KEEP: '2' })
  expect((await call('console.getAbout', {})).value).toMatchObject({ backups: true })
  const job = await run()
  await expect.poll(() => items(job), { timeout: 60_000 }).toMatchObject([{ outcome: 'done' }])
  const [{ evidence = '', remark = '' } = {}] = (await items(job)) as { evidence?: string; remark?: string }[]
  expect(remark).toMatch(/^triptych-\d{8}T\d{6}Z\.backup, \d+\.\d MiB$/)
  expect((await readdir(backups)).toSorted()).toEqual([
    'notes.txt',
    `${old}.10.tmp`,
    'triptych-20260102T000000Z.backup',
    evidence,
  ])
  const parts = join(folder, 'parts')
  expect(await unpackBackup(join(backups, evidence), parts)).toMatchObject({ kind: 'sqlite' })
  await stop()
}, 120_000)

test('a folder that cannot be written is named', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const write = backUpInto({ folder: join(file, 'below'), keep: 1 })
  await expect(write(new AbortController().signal)).rejects.toThrow('TRIPTYCH_BACKUP_DIR cannot be made: ENOTDIR')
})

test('without a folder, the setting that is missing is named', async () => {
  const { call, stop } = await started({})
  expect((await call('console.getAbout', {})).value).toMatchObject({ backups: false })
  expect(await call('console.backUp', {})).toMatchObject({
    status: 409,
    value: { message: expect.stringContaining('TRIPTYCH_BACKUP_DIR') as string },
  })
  await stop()
}, 120_000)
