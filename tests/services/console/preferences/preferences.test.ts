import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxPreferences } from '#contract/console/preferences.ts'
import { forgottenAfterDays, seenAccounts } from '#services/console/preferences/seen-accounts.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'

let proxy: Proxy
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.stop())

const keep = (cookie: string, preferences: { name: string; value?: string }[]) =>
  proxy.call('console.keepPreferences', { preferences }, cookie)
const keptBy = async (cookie: string) =>
  (await proxy.call('console.listPreferences', {}, cookie)).value.preferences as { name: string; value: string }[]

test('preferences of a person are available after a new sign-in, and to nobody else', async () => {
  const views = { name: 'table/devices.views', value: '[{"name":"Silent phones","search":"q=1"}]' }
  await keep(await proxy.signIn('chief'), [views, { name: 'table/devices', value: '{"density":"compact"}' }])
  await keep(await proxy.signIn('chief'), [{ name: 'table/devices', value: '{}' }])
  expect(await keptBy(await proxy.signIn('chief'))).toEqual([{ name: 'table/devices', value: '{}' }, views])
  expect(await keptBy(await proxy.signIn('reader'))).toEqual([])
})

test('a draft is sealed in the database, and deleted when it is sent', async () => {
  const cookie = await proxy.signIn('reader')
  const value = '{"commonName":"vpn.example.com"}'
  await keep(cookie, [{ name: 'draft/new-request', value }])
  const row = () =>
    proxy.tables.selectFrom('console_preference').selectAll().where('name', '=', 'draft/new-request').executeTakeFirst()
  expect(JSON.stringify(await row())).not.toContain('vpn.example.com')
  expect(await keptBy(cookie)).toEqual([{ name: 'draft/new-request', value }])
  await keep(cookie, [{ name: 'draft/new-request' }])
  expect(await row()).toBeUndefined()
})

test('a draft is deleted after three months, settings are not', async () => {
  const cookie = await proxy.signIn('operator')
  await keep(cookie, [
    { name: 'draft/new-request', value: '{}' },
    { name: 'table/devices', value: '{}' },
  ])
  await proxy.tables
    .updateTable('console_preference')
    .set({ changed_at: Date.now() - 91 * 86_400_000 })
    .execute()
  expect((await keptBy(cookie)).map(({ name }) => name)).toEqual(['table/devices'])
})

test('an account has a limited number, and without signing in nothing is stored', async () => {
  const cookie = await proxy.signIn('many')
  for (let at = 0; at < maxPreferences; at += 100) {
    const part = Array.from({ length: 100 }, (_, n) => ({ name: `table/list ${at + n}`, value: '{}' }))
    expect((await keep(cookie, part)).status).toBe(200)
  }
  expect((await keep(cookie, [{ name: 'table/one more', value: '{}' }])).value).toMatchObject({ code: 'INVALID_INPUT' })
  expect(await keptBy(cookie)).toHaveLength(maxPreferences)
  expect((await keep('', [{ name: 'table/devices', value: '{}' }])).value).toMatchObject({ code: 'SIGNED_OUT' })
})

test('private data of an account that has not signed in for long are deleted', async () => {
  const [leaver, other] = [await proxy.signIn('leaver'), await proxy.signIn('stays')]
  const day = 86_400_000
  const save = (cookie: string, audience: string) =>
    proxy.call('console.saveView', { name: audience, page: '/devices', search: '', audience }, cookie)
  for (const cookie of [leaver, other]) {
    await keptBy(cookie)
    await keep(cookie, [{ name: 'table/devices', value: '{}' }])
    for (const audience of ['me', 'site']) await save(cookie, audience)
  }
  const owner = async (name: string) =>
    (await proxy.tables.selectFrom('console_view').select('owner').where('user_name', '=', name).executeTakeFirst())
      ?.owner ?? ''
  const gone = await owner('leaver')
  await proxy.tables.updateTable('console_account_seen').set({ seen_at: 0 }).where('owner', '=', gone).execute()
  // Whoever comes back is there again, and loses nothing.
  await keptBy(leaver)
  const accounts = (now: number) => seenAccounts(proxy.tables, () => now)
  await accounts(Date.now()).forgetOthers()
  expect(await keptBy(leaver)).toHaveLength(1)
  // Nobody was here for long: the clock is wrong, or the console was off.
  await accounts(Date.now() + 2 * forgottenAfterDays * day).forgetOthers()
  expect([await keptBy(leaver), await keptBy(other)]).toMatchObject([[{}], [{}]])
  const pins = proxy.tables.selectFrom('console_view_pin').select('owner').where('owner', '=', 'onlooker')
  const own = proxy.tables.selectFrom('console_view').where('owner', '=', gone).where('audience', '=', 'me')
  const { id: view } = await own.select('id').executeTakeFirstOrThrow()
  await proxy.tables.insertInto('console_view_pin').values({ view, owner: 'onlooker' }).execute()
  await accounts(Date.now() + (forgottenAfterDays - 1) * day).seen('test', await owner('stays'))
  await accounts(Date.now() + (forgottenAfterDays + 1) * day).forgetOthers()
  const kept = await proxy.tables.selectFrom('console_view').select(['user_name', 'audience']).orderBy('id').execute()
  expect(kept).toEqual([
    { user_name: 'leaver', audience: 'site' },
    { user_name: 'stays', audience: 'me' },
    { user_name: 'stays', audience: 'site' },
  ])
  expect(await pins.execute()).toEqual([])
  expect([await keptBy(leaver), await keptBy(other)]).toMatchObject([[], [{ name: 'table/devices' }]])
})

test('a slow clock does not make a new account the first to be deleted', async () => {
  const newest = () =>
    proxy.tables
      .selectFrom('console_account_seen')
      .select(({ fn }) => fn.max('seen_at').as('at'))
      .executeTakeFirstOrThrow()
  const { at } = await newest()
  await seenAccounts(proxy.tables, () => 0).seen('test', 'newcomer')
  const noted = proxy.tables.selectFrom('console_account_seen').select('seen_at').where('owner', '=', 'newcomer')
  expect(await noted.executeTakeFirst()).toEqual({ seen_at: at })
})
