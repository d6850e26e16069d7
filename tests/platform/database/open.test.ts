import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { migrations } from '#services/migrations.ts'
import { noPostgres, startPostgres } from './postgres.ts'

let folder: string
const opened: Database[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-database-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
  await rm(folder, { recursive: true, force: true })
})

async function open(options: Partial<Parameters<typeof openDatabase>[0]> = {}) {
  const database = await openDatabase({ folder, migrations, ...options })
  opened.push(database)
  return database
}
/** What an operator reads: the message of the error, which has to be one line. */
const reasonOf = async (opening: Promise<unknown>) => {
  const error: unknown = await opening.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(Error)
  const { message } = error as Error
  expect(message).not.toContain('\n')
  return message
}

test('a new folder gets a database that only its owner can read', async () => {
  const inside = join(folder, 'new', 'data')
  const { kind } = await open({ folder: inside })
  expect(kind).toBe('sqlite')
  expect((await stat(inside)).mode & 0o777).toBe(0o700)
  expect((await stat(join(inside, 'triptych.db'))).mode & 0o777).toBe(0o600)
})

test('opening it again changes nothing, and a later migration is added', async () => {
  const first = await open()
  await first.close()
  const later = {
    services_999_later: {
      up: (db: Database['db']) => db.schema.createTable('later').addColumn('id', 'integer').execute(),
    },
  }
  const { db } = await open({ migrations: { ...migrations, ...later } })
  const tables = await db.introspection.getTables()
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['account', 'device', 'later']))
})

test.skipIf(noPostgres)('statements that fail amid a transaction of their own leave nobody else in it', async () => {
  const url = await (await startPostgres()).createDatabase('left_open')
  const { db } = await open({ url, migrations: {}, limits: { connections: 1, statementMs: 30_000, lockMs: 10_000 } })
  await expect(sql.raw('begin; select 1/0; commit').execute(db)).rejects.toThrow('division by zero')
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test.skipIf(noPostgres)('nor do they where the server tells its state in a later packet than the failure', async () => {
  const url = await slowAfterFailures(await (await startPostgres()).createDatabase('told_later'))
  const limits = { connections: 1, statementMs: 30_000, lockMs: 10_000 }
  const { db } = await open({ url, migrations: {}, limits })
  await expect(sql.raw('begin; select 1/0; commit').execute(db)).rejects.toThrow('division by zero')
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

/** The address of a way to this database on which what follows a failure arrives in a packet of its own. */
async function slowAfterFailures(url: string) {
  const near = new URL(url)
  const socketIn = (where: string | null) => join(where ?? '', '.s.PGSQL.5432')
  const server = socketIn(near.searchParams.get('host'))
  near.searchParams.set('host', folder)
  const relay = createServer((client) => {
    const upstream = connect(server)
    client.pipe(upstream)
    upstream.on('data', (packet) => {
      const state = packet.at(0) === 0x45 /* E, an error */ ? packet.length - 6 : packet.length
      client.write(packet.subarray(0, state))
      if (state < packet.length) setTimeout(() => client.write(packet.subarray(state)), 50)
    })
    client.on('close', () => upstream.destroy()).on('error', () => upstream.destroy())
    upstream.on('close', () => client.destroy()).on('error', () => client.destroy())
  })
  onTestFinished(() => void relay.close())
  await once(relay.listen(socketIn(folder)), 'listening')
  return near.href
}

test('a migration that fails leaves nothing behind', async () => {
  const up = async ({ schema }: Database['db']) => {
    await schema.createTable('half').addColumn('id', 'integer').execute()
    throw new Error('no space for the other half')
  }
  expect(await reasonOf(open({ migrations: { ...migrations, services_999_half: { up } } }))).toContain('no space')
  const { db } = await open()
  const tables = await db.introspection.getTables()
  expect(tables.map(({ name }) => name)).not.toContain('half')
})

describe('is refused, and left as it is', () => {
  test('what a newer version made', async () => {
    const newer = await open({ migrations: { ...migrations, services_999_newer: { up: () => Promise.resolve() } } })
    await newer.close()
    expect(await reasonOf(open())).toMatch(
      /triptych\.db cannot be used: it was made by a newer version .*services_999_newer/,
    )
  })

  test.each([
    ['no database at all', Buffer.from('these are only some words'.repeat(100))],
    ['half a header', Buffer.from('SQLite format 3\0\0\0')],
  ])('%s', async (_what, content) => {
    const file = join(folder, 'triptych.db')
    await writeFile(file, content)
    expect(await reasonOf(open())).toMatch(/cannot be used: it is .*restore it from a backup$/)
    expect(await readFile(file)).toEqual(content)
  })

  test('a database whose pages are overwritten', async () => {
    await (await open()).close()
    const file = join(folder, 'triptych.db')
    const damaged = await readFile(file)
    damaged.fill(0x5a, 100, 8192)
    await writeFile(file, damaged)
    expect(await reasonOf(open())).toMatch(/damaged; restore it from a backup$/)
    expect(await readFile(file)).toEqual(damaged)
  })

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written', async () => {
    await chmod(folder, 0o500)
    expect(await reasonOf(open())).toContain('cannot be used')
  })

  test('a file in place of the folder', async () => {
    await writeFile(join(folder, 'file'), '')
    expect(await reasonOf(open({ folder: join(folder, 'file') }))).toContain('cannot be used')
  })

  test.each(['mysql://somebody:pass-word@127.0.0.1/x', 'triptych.db', 'http://127.0.0.1'])(
    'the address %s',
    async (url) => {
      expect(await reasonOf(open({ url }))).toBe('The database URL must start with postgres:// or be unset')
    },
  )

  test('a PostgreSQL that is not there, without telling its password', async () => {
    const reason = await reasonOf(open({ url: 'postgres://somebody:pass-word@127.0.0.1:9/devices' }))
    expect(reason).toMatch(/^The database postgres:\/\/127\.0\.0\.1:9\/devices cannot be used: .*ECONNREFUSED/)
    expect(reason).not.toContain('pass-word')
  })
})

test.skipIf(noPostgres)(
  'two processes may open a new PostgreSQL database at once, and a newer one is refused',
  async () => {
    const postgres = await startPostgres()
    const url = await postgres.createDatabase('shared')
    const both = await Promise.all([open({ url }), open({ url })])
    expect(both.map(({ kind }) => kind)).toEqual(['postgres', 'postgres'])
    const newer = await open({
      url,
      migrations: { ...migrations, services_999_newer: { up: () => Promise.resolve() } },
    })
    expect(await reasonOf(open({ url }))).toContain('newer version')
    await Promise.all([...both, newer].map((database) => database.close()))
    opened.length = 0
    await postgres.stop()
  },
)
