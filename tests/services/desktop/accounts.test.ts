import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePassword, getOwnAccount, useMailCodes } from '#contract/desktop/account.ts'
import { accountsRows } from '#contract/desktop/accounts.ts'
import type { Input } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { changeAccount } from '#services/desktop/administration/change-account.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { changeComputers, readComputers, startWorld, type World } from '../identity/identity-world.ts'
import { problemOf, signInTo } from './sign-in.ts'

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
type Name = keyof typeof accountsRows

describe.each(databases)('with $name, an administrator', ({ name: database, skip }) => {
  let world: World
  let admin: string
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined
    world = await startWorld({ url: await postgres?.createDatabase('administration') })
    admin = await tokenOf('admin')
    stop = async () => {
      await world.stop()
      await postgres?.stop()
    }
  }, 120_000)
  afterAll(() => stop())
  const it = test.skipIf(skip)

  const tokenOf = async (name: string, password = world.password) =>
    (await signInTo(world).withPassword(name, password)).auth_data?.auth_token ?? ''
  const ask = <N extends Name>(name: N, input: Input<(typeof accountsRows)[N]>, token = admin) =>
    world.call(accountsRows[name], input as never, token)
  const isLetIn = (token: string) =>
    world.call(getOwnAccount, {}, token).then(
      () => true,
      () => false,
    )
  let made = 0
  const create = async (role: Input<typeof accountsRows.createAccount>['role'] = 'operator') => {
    made += 1
    const user_name = `Person.${made}`
    const { account, password = '' } = await world.call(
      accountsRows.createAccount,
      { user_name, email: `${user_name}@example.com`, role },
      admin,
    )
    return { user_id: account?.user_id ?? '', user_name, password, token: await tokenOf(user_name, password) }
  }

  it('creates accounts that can sign in at once, and no second one of the same name', async () => {
    const { user_name, token } = await create('helpdesk')
    expect(await world.call(getOwnAccount, {}, token)).toMatchObject({ user_permissions: { write: [] } })
    const again = ask('createAccount', { user_name: user_name.toUpperCase(), email: '', role: 'operator' })
    expect(await problemOf(again)).toMatchObject({ code: '10009', status: 409 })
  })

  it('has exclusive permission: others and applications are refused', async () => {
    const { access_token } = await world.lasting({ scope: changeComputers })
    const { token, user_id } = await create('operator')
    expect(await problemOf(ask('listAccounts', {}, token))).toMatchObject({ status: 403 })
    expect(await problemOf(ask('disableAccount', { user_id }, token))).toMatchObject({ status: 403 })
    const application = ask('disableAccount', { user_id }, `Vendor-oauthtoken ${access_token}`)
    expect(await problemOf(application)).toMatchObject({ code: '10007' })
  })

  it('ends all access of an account by disabling it, and enabling it restores none', async () => {
    const { user_id, user_name, password, token } = await create()
    await ask('disableAccount', { user_id })
    expect(await isLetIn(token)).toBe(false)
    expect(await problemOf(world.call(listDevices, {}, token))).toMatchObject({ status: 401 })
    expect(await problemOf(tokenOf(user_name, password))).toMatchObject({ code: '10006' })
    await ask('enableAccount', { user_id })
    expect(await isLetIn(token)).toBe(false)
    expect(await isLetIn(await tokenOf(user_name, password))).toBe(true)
  })

  it('sets another password and role, and ends sessions', async () => {
    const { user_id, user_name, password, token } = await create()
    await ask('changeAccount', { user_id, role: 'helpdesk', email: 'new@example.com' })
    expect(await world.call(getOwnAccount, {}, token)).toMatchObject({
      user_data: { email: 'new@example.com' },
      user_permissions: { write: [] },
    })
    await ask('endAccountSessions', { user_id })
    expect(await isLetIn(token)).toBe(false)
    const { password: next = '' } = await world.call(accountsRows.resetAccountPassword, { user_id }, admin)
    expect(await problemOf(tokenOf(user_name, password))).toMatchObject({ code: '10001' })
    expect(await isLetIn(await tokenOf(user_name, next))).toBe(true)
  })

  it('resets a lost second factor', async () => {
    const { user_id, user_name, password, token } = await create()
    await world.call(useMailCodes, {}, token)
    expect(await signInTo(world).withPassword(user_name, password)).toHaveProperty('two_factor_data')
    await ask('resetAccountSecondFactor', { user_id })
    expect(await isLetIn(await tokenOf(user_name, password))).toBe(true)
  })

  it('sees application grants end with a changed password', async () => {
    const { refresh_token, access_token } = await world.lasting({ scope: readComputers }, { user: 'helpdesk' })
    expect((await world.refresh(refresh_token)).body).toHaveProperty('access_token')
    const next = 'another long passphrase'
    const token = await tokenOf('helpdesk')
    await world.call(changePassword, { old_password: world.password, new_password: next }, token)
    expect(await isLetIn(token), 'who changes it stays signed in').toBe(true)
    expect((await world.refresh(refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    expect(await isLetIn(`Vendor-oauthtoken ${access_token}`)).toBe(false)
  })

  it('cannot be removed as the last one, also when two are removed concurrently', async () => {
    const { accounts = [] } = await world.call(accountsRows.listAccounts, {}, admin)
    const idOf = (name: string) => accounts.find(({ user_name }) => user_name === name)?.user_id ?? ''
    await ask('disableAccount', { user_id: idOf('otp-admin') })
    const second = await create('administrator')
    // Past the rights of who asks: each would lose theirs by what the other does.
    const db = world.database.db.$extendTables<DesktopTables>()
    const results = await Promise.allSettled([
      changeAccount(db, Number(idOf('admin')), { disabled: true }),
      changeAccount(db, Number(second.user_id), { role: 'operator' }),
    ])
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(reasons).toEqual([expect.objectContaining({ code: '10008', status: 409 })])
    const left = results[0]?.status === 'rejected' ? admin : second.token
    const after = await world.call(accountsRows.listAccounts, {}, left)
    expect(after.accounts?.filter(({ role, disabled }) => role === 'administrator' && !disabled)).toHaveLength(1)
  })
})
