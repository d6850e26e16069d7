// A database of the version before accounts had authenticators and keys could be named.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOwnAccount } from '#contract/desktop/account.ts'
import { listApiKeys } from '#contract/mdm/api-keys.ts'
import { openDatabase } from '#platform/database/open.ts'
import { hashPassword } from '#services/desktop/password.ts'
import { migrations } from '#services/migrations.ts'
import { sha256 } from '#services/secret.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { signInTo } from './desktop/sign-in.ts'
import { startRunning, type Running } from './running.ts'

type Tables = {
  account: Record<'id' | 'name' | 'email' | 'role' | 'password_hash' | 'second_factor', unknown>
  api_key: { hash: string; name: string; expires_at: number }
}
const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
const password = 'from before'
const expires_at = Date.now() + 3_600_000

describe.each(databases)('a database of before on $name', ({ name, skip }) => {
  let running: Running
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    const url = await postgres?.createDatabase('older')
    const folder = await mkdtemp(join(tmpdir(), 'triptych-older-'))
    const before = Object.fromEntries(Object.entries(migrations).filter(([key]) => key < 'services_009'))
    const database = await openDatabase({ url, folder, migrations: before })
    const older = database.db.$extendTables<Tables>()
    const account = { email: 'a@example.com', role: 'administrator', password_hash: await hashPassword(password) }
    await older
      .insertInto('account')
      .values([
        { id: 1, name: 'admin', second_factor: 'none', ...account },
        { id: 2, name: 'otp-admin', second_factor: 'mail', ...account },
      ])
      .execute()
    await older
      .insertInto('api_key')
      .values({ hash: sha256('an old key'), name: 'first', expires_at })
      .execute()
    await database.close()
    running = await startRunning({ ...(url !== undefined && { url }), folder })
    stop = async () => {
      await running.stop()
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
  afterAll(() => stop())

  test.skipIf(skip)('lets its accounts and keys in as ever', async () => {
    const { auth_data } = await signInTo(running).withPassword('admin', password)
    const own = await running.call(getOwnAccount, {}, auth_data?.auth_token)
    expect(own).toMatchObject({ second_factor: 'none', remembered_devices: 0 })
    expect(await signInTo(running).withPassword('otp-admin', password)).toHaveProperty('two_factor_data')
    const { rows } = await running.call(listApiKeys, {}, 'an old key')
    expect(rows).toEqual([
      expect.objectContaining({ key_id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown, name: 'first' }),
    ])
    expect(rows[0]).not.toHaveProperty('created_by')
    expect(rows[0]).not.toHaveProperty('created_time')
  })
})
