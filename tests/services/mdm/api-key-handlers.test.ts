import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiKeyRows } from '#contract/mdm/api-keys.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { problemOf, signInTo } from '../desktop/sign-in.ts'
import { startWorld, type World } from '../identity/identity-world.ts'

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
const { listApiKeys, generateApiKey, regenerateApiKey, revokeApiKey } = apiKeyRows

describe.each(databases)('with $name, API keys of mobile device management', ({ name: database, skip }) => {
  let world: World
  let admin: string
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined
    world = await startWorld({ url: await postgres?.createDatabase('api_keys') })
    admin = await tokenOf('admin')
    stop = async () => {
      await world.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())
  afterEach(() => void vi.useRealTimers())
  const it = test.skipIf(skip)
  const tokenOf = async (name: string) => (await signInTo(world).withPassword(name)).auth_data?.auth_token ?? ''
  const generate = (name = 'for a test', token = admin) => world.call(generateApiKey, { name }, token)
  const letsIn = (key = '') => world.call(listDevices, {}, key)
  const listed = async (id = '') => (await world.call(listApiKeys, {}, admin)).rows.find(({ key_id }) => key_id === id)

  it('are made, shown once and listed with who made them, without their value', async () => {
    vi.setSystemTime('2026-08-31T10:00:00Z')
    const token = await tokenOf('admin')
    const key = await generate('backup job', token)
    expect(key).toMatchObject({ name: 'backup job', expires_time: Date.parse('2027-02-28T10:00:00Z') })
    expect(Buffer.from(key.api_key ?? '', 'base64url')).toHaveLength(32)
    await letsIn(key.api_key)
    const { rows, total } = await world.call(listApiKeys, {}, token)
    expect(total).toBe(rows.length)
    expect(rows.find(({ key_id }) => key_id === key.key_id)).toEqual({
      key_id: key.key_id,
      name: 'backup job',
      created_by: 'admin',
      created_time: Date.now(),
      used_time: Date.now(),
      expires_time: key.expires_time,
    })
    const tables = world.database.db.$extendTables<DeviceTables>()
    const kept = JSON.stringify(await tables.selectFrom('api_key').selectAll().execute())
    for (const place of [JSON.stringify(rows), kept, world.logged.join()]) expect(place).not.toContain(key.api_key)
  })

  it('live six calendar months, and are not listed after', async () => {
    vi.setSystemTime('2026-11-21T10:00:00Z')
    const token = await tokenOf('admin')
    const { api_key, key_id } = await generate('short', token)
    vi.setSystemTime(Date.parse('2027-05-21T10:00:00Z') - 1)
    await expect(letsIn(api_key)).resolves.toHaveProperty('rows')
    vi.setSystemTime('2027-05-21T10:00:00Z')
    expect(await problemOf(letsIn(api_key))).toMatchObject({ code: 'COM0013', status: 401 })
    const { rows } = await world.call(listApiKeys, {}, await tokenOf('admin'))
    expect(rows.map((row) => row.key_id)).not.toContain(key_id)
  })

  it('regenerated, the old value is dead at once and the new one lives, for six months from now', async () => {
    const old = await generate()
    await letsIn(old.api_key)
    const fresh = await world.call(regenerateApiKey, { key_id: old.key_id ?? '' }, admin)
    expect(fresh).toMatchObject({ key_id: old.key_id, name: old.name })
    expect(fresh.api_key).not.toBe(old.api_key)
    expect(await problemOf(letsIn(old.api_key))).toMatchObject({ code: 'COM0013', status: 401 })
    await expect(letsIn(fresh.api_key)).resolves.toHaveProperty('rows')
  })

  it('revoked, they are dead and gone', async () => {
    const { api_key, key_id = '' } = await generate()
    await world.call(revokeApiKey, { key_id }, admin)
    expect(await problemOf(letsIn(api_key))).toMatchObject({ code: 'COM0013' })
    expect(await listed(key_id)).toBeUndefined()
    for (const endpoint of [revokeApiKey, regenerateApiKey]) {
      expect(await problemOf(world.call(endpoint, { key_id }, admin))).toMatchObject({ code: 'COM0008', status: 404 })
    }
  })

  it('are noted as used once a minute at most', async () => {
    const { api_key, key_id } = await generate()
    expect(await listed(key_id)).not.toHaveProperty('used_time')
    const start = Date.now() + 1000
    const usedAt = async (ms: number) => {
      vi.setSystemTime(start + ms)
      await letsIn(api_key)
      return (await listed(key_id))?.used_time
    }
    expect(await usedAt(0)).toBe(start)
    expect(await usedAt(59_000)).toBe(start)
    expect(await usedAt(60_000)).toBe(start + 60_000)
  })

  it.each(['operator', 'helpdesk'])('are nothing that %s may see or make', async (name) => {
    const token = await tokenOf(name)
    expect(await problemOf(world.call(listApiKeys, {}, token))).toMatchObject({ code: '403', status: 403 })
    expect(await problemOf(generate('mine', token))).toMatchObject({ code: '403', status: 403 })
  })

  it('are not made with an access token of limited scopes: they could do more than it', async () => {
    const types = ['READ', 'CREATE', 'UPDATE', 'DELETE'].map((type) => `DeviceManagement.MDMDeviceMgmt.${type}`)
    const { access_token } = await world.lasting({ scope: types.join() })
    const { key_id = '' } = await generate()
    const bearer = `Vendor-oauthtoken ${access_token}`
    for (const call of [
      () => world.call(listApiKeys, {}, bearer),
      () => world.call(generateApiKey, { name: 'more' }, bearer),
      () => world.call(regenerateApiKey, { key_id }, bearer),
      () => world.call(revokeApiKey, { key_id }, bearer),
    ]) {
      expect(await problemOf(call())).toMatchObject({
        status: 403,
        message: expect.stringContaining('limited to scopes') as unknown,
      })
    }
    expect(await listed(key_id)).toBeDefined()
  })
})
