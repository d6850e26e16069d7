import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getOwnAccount } from '#contract/desktop/account.ts'
import { updateDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { problemOf, signInTo } from '../desktop/sign-in.ts'
import { paths, startWorld, type World } from '../identity/identity-world.ts'

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
const asked = 'DeviceManagement.MDMInventory.READ,DesktopManagement.restapi.READ'

describe.each(databases)('with $name, while somebody works', ({ name: database, skip }) => {
  let world: World
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined
    world = await startWorld({ url: await postgres?.createDatabase('accounts') })
    stop = async () => {
      await world.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())
  const it = test.skipIf(skip)

  const lab = async (body?: object) => {
    const response = await fetch(`${world.lab}/accounts`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    })
    return { status: response.status, body: (await response.json()) as { accounts?: object[]; error?: string } }
  }
  const tokenOf = async (name: string) => (await signInTo(world).withPassword(name)).auth_data?.auth_token ?? ''
  beforeEach(async () => {
    if (!skip) await lab({ name: 'operator', disabled: false, role: 'operator', second_factor: 'none' })
  })

  it('the lab lists the accounts and says how to change them', async () => {
    expect((await lab()).body.accounts).toEqual([
      { name: 'admin', role: 'administrator', second_factor: 'none', enrolled: false, disabled: false },
      { name: 'helpdesk', role: 'helpdesk', second_factor: 'none', enrolled: false, disabled: false },
      { name: 'operator', role: 'operator', second_factor: 'none', enrolled: false, disabled: false },
      { name: 'otp-admin', role: 'administrator', second_factor: 'mail', enrolled: false, disabled: false },
    ])
    const guide = (await (await fetch(world.lab)).json()) as Record<string, { url: string; body: object }>
    const response = await fetch(guide.accounts?.url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(guide.accounts?.body),
    })
    expect(response.status).toBe(200)
  })

  it('an account that is disabled is out at once, with every kind of token and on every way in', async () => {
    const token = await tokenOf('operator')
    const visitor = world.browser()
    const code = (await world.consent({ scope: asked, access_type: 'offline' }, { user: 'operator', visitor }))
      .searchParams
    const lasting = (await world.redeem(code.get('code') ?? '')).body
    const waiting = (await world.consent({ scope: asked }, { user: 'operator', visitor })).searchParams.get('code')
    expect(await world.statusWith(lasting.access_token, paths.devices)).toBe(200)

    expect((await lab({ name: ' Operator', disabled: true })).status).toBe(200)
    expect(await problemOf(world.call(listDevices, {}, token))).toMatchObject({ code: 'COM0013', status: 401 })
    expect(await problemOf(world.call(getOwnAccount, {}, token))).toMatchObject({ code: '10006', status: 401 })
    for (const path of [paths.devices, paths.computers, paths.userInfo]) {
      expect(await world.statusWith(lasting.access_token, path), path).toBe(401)
    }
    expect((await world.refresh(lasting.refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await world.redeem(waiting ?? '')).body).toMatchObject({ error: 'invalid_grant' })
    expect((await visitor.open('/developer')).text).toContain('Sign in')
    const page = await visitor.signIn(await visitor.open('/developer'), 'operator', world.password)
    expect(page.text).toContain('This account is disabled')
    expect(page.text).not.toContain('password again')
    expect(await problemOf(tokenOf('operator'))).toMatchObject({ code: '10006', status: 403 })

    await lab({ name: 'operator', disabled: false })
    expect(await problemOf(world.call(listDevices, {}, token)), 'no old token is revived').toMatchObject({
      status: 401,
    })
    expect((await world.refresh(lasting.refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    await expect(world.call(listDevices, {}, await tokenOf('operator'))).resolves.toHaveProperty('rows')
  })

  it('only who knows its password is told that an account is disabled', async () => {
    await lab({ name: 'operator', disabled: true })
    const wrong = signInTo(world).withPassword('operator', 'a wrong one')
    expect(await problemOf(wrong)).toMatchObject({ code: '10001', status: 401 })
  })

  it('disabled between password and code, it gets no token for the code', async () => {
    const { uid, code } = await signInTo(world).attemptOf('otp-admin')
    await lab({ name: 'otp-admin', disabled: true })
    expect(await problemOf(signInTo(world).withCode(uid, code))).toMatchObject({ code: '10004' })
    await lab({ name: 'otp-admin', disabled: false })
  })

  it('another role holds for tokens that are out already', async () => {
    const token = await tokenOf('operator')
    const { access_token } = await world.lasting({ scope: 'DesktopManagement.restapi.UPDATE' }, { user: 'operator' })
    const change = () => problemOf(world.call(updateDevice, { device_id: '1', asset_tag: 'x' }, token))
    expect((await change()).status).not.toBe(403)
    const scan = () => world.statusWith(access_token, paths.scan, 'POST')
    expect(await scan()).not.toBe(403)
    await lab({ name: 'operator', role: 'helpdesk' })
    expect((await world.call(getOwnAccount, {}, token)).user_permissions?.write).toEqual([])
    expect(await change()).toMatchObject({ code: '403', status: 403 })
    expect(await scan()).toBe(403)
  })

  it.each([
    {},
    { name: 'operator' },
    { name: 'operator', role: 'king' },
    { name: 'operator', disabled: 'yes' },
    { name: 'operator', second_factor: 'sms' },
    { name: 'operator', password: 'x' },
    { disabled: true },
  ])('%j is no change of an account', async (body) => {
    const { status, body: answer } = await lab(body)
    expect(status).toBe(400)
    expect(answer.error).toBeTypeOf('string')
  })

  it('an account that there is not is said not to be there', async () => {
    expect(await lab({ name: 'nobody', disabled: true })).toMatchObject({
      status: 404,
      body: { error: 'There is no such account' },
    })
  })
})
