import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountRows } from '#contract/desktop/account.ts'
import { authenticatorAddress } from '#contract/desktop/authentication.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { changeComputers, readComputers } from '../../identity/identity-world.ts'
import { otherThan, problemOf } from '../sign-in.ts'
import { codeOf, databases, type ProtectedWorld, startProtectedWorld } from './protected-world.ts'

const name = 'operator'

describe.each(databases)('with $name, people', ({ name: database, skip }) => {
  let world: ProtectedWorld
  let clock = Date.parse('2026-11-21T12:00:10Z')
  beforeAll(async () => {
    if (!skip) world = await startProtectedWorld(database)
  })
  afterAll(() => world?.stop())
  beforeEach(async () => {
    vi.setSystemTime((clock += 3_600_000))
    await world?.lab({ name, second_factor: 'none' })
  })
  afterEach(() => void vi.useRealTimers())
  const it = test.skipIf(skip)

  it('see their own account, and nobody else’s', async () => {
    expect(await world.own('getOwnAccount', {}, await world.tokenOf(name))).toEqual({
      user_data: { user_id: '2', user_name: name, phone_number: null, email: 'operator@demo.example' },
      user_permissions: expect.objectContaining({ write: expect.arrayContaining(['SOM_Write']) as unknown }) as unknown,
      second_factor: 'none',
      remembered_devices: 0,
      mail_codes: true,
    })
    const helpdesk = await world.own('getOwnAccount', {}, await world.tokenOf('helpdesk'))
    expect(helpdesk.user_data?.user_name).toBe('helpdesk')
  })

  it.each(Object.keys(accountRows) as (keyof typeof accountRows)[])('reach %s with a token only', async (row) => {
    const passwords = { old_password: 'x', new_password: 'a phrase that is long enough' }
    const input = row === 'changePassword' ? passwords : row === 'confirmAuthenticator' ? { otp: '123456' } : {}
    expect(await problemOf(world.own(row, input as never, 'no token'))).toMatchObject({ code: '10002', status: 401 })
    // An API key is nobody's account.
    expect(await problemOf(world.own(row, input as never, await world.running.mdmKey()))).toMatchObject({
      code: '10002',
    })
  })

  it('enroll an authenticator: nothing changes until its first correct code', async () => {
    const token = await world.tokenOf(name)
    const { secret = '', address } = await world.own('startAuthenticator', {}, token)
    expect(address).toBe(authenticatorAddress({ secret, account: name }))
    await expect(world.signIn.withPassword(name)).resolves.toHaveProperty('auth_data')
    const wrong = await problemOf(world.own('confirmAuthenticator', { otp: otherThan(codeOf(secret)) }, token))
    expect(wrong).toMatchObject({ code: '10010', status: 400, message: expect.stringContaining('otp: ') as unknown })
    await expect(world.signIn.withPassword(name)).resolves.toHaveProperty('auth_data')

    const otp = codeOf(secret).replace(/(...)/, '$1 ')
    const confirmed = await world.own('confirmAuthenticator', { otp }, token)
    expect(confirmed).toMatchObject({ second_factor: 'authenticator', user_data: { user_name: name } })
    const uid = await world.attempt(name)
    // The code that proved it is used.
    expect(await problemOf(world.signIn.withCode(uid, codeOf(secret)))).toMatchObject({ code: '10003' })
    await expect(world.signIn.withCode(uid, codeOf(secret, 1))).resolves.toHaveProperty('auth_data')
  })

  it('have ten minutes for it, and only the newest secret is valid', async () => {
    const token = await world.tokenOf(name)
    const first = await world.own('startAuthenticator', {}, token)
    const second = await world.own('startAuthenticator', {}, token)
    const confirm = (secret = '') => world.own('confirmAuthenticator', { otp: codeOf(secret) }, token)
    expect((await problemOf(confirm(first.secret))).message).toContain('latest code')
    vi.setSystemTime(Date.now() + 10 * 60_000)
    expect((await problemOf(confirm(second.secret))).message).toContain('Set the authenticator up again')
    const third = await world.own('startAuthenticator', {}, token)
    vi.setSystemTime(Date.now() + 10 * 60_000 - 1)
    await expect(confirm(third.secret)).resolves.toMatchObject({ second_factor: 'authenticator' })
    expect((await problemOf(confirm(third.secret))).message).toContain('Set the authenticator up again')
  })

  it('replace an authenticator; the old one is invalid then', async () => {
    const old = await world.enroll(name)
    const { auth_data } = await world.signIn.withCode(await world.attempt(name), codeOf(old))
    const token = auth_data?.auth_token ?? ''
    const { secret = '' } = await world.own('startAuthenticator', {}, token)
    const waiting = await world.attempt(name)
    await world.own('confirmAuthenticator', { otp: codeOf(secret) }, token)
    expect(await problemOf(world.signIn.withCode(waiting, codeOf(old, 1)))).toMatchObject({ code: '10004' })
    const uid = await world.attempt(name)
    expect(await problemOf(world.signIn.withCode(uid, codeOf(old, 1)))).toMatchObject({ code: '10003' })
    await expect(world.signIn.withCode(uid, codeOf(secret, 1))).resolves.toHaveProperty('auth_data')
  })

  it('switch to codes by email, or none', async () => {
    const token = await world.tokenOf(name)
    expect(await world.own('useMailCodes', {}, token)).toMatchObject({ second_factor: 'mail' })
    const { uid, code } = await world.signIn.attemptOf(name)
    expect(await world.own('dropSecondFactor', {}, token)).toMatchObject({ second_factor: 'none' })
    expect(await problemOf(world.signIn.withCode(uid, code))).toMatchObject({ code: '10004' })
    await expect(world.signIn.withPassword(name)).resolves.toHaveProperty('auth_data')
  })

  it('change their password: other tokens and sign-ins of it end, this one stays', async () => {
    const { running, signIn } = world
    const [mine, other] = [await world.tokenOf(name), await world.tokenOf(name)]
    const visitor = running.browser()
    await visitor.signIn(await visitor.open('/developer'), name, running.password)
    const change = (old_password: string, new_password: string, token = mine) =>
      world.own('changePassword', { old_password, new_password }, token)

    await change(running.password, 'Grüße an alle daheim')
    await expect(running.call(listDevices, {}, mine)).resolves.toHaveProperty('rows')
    expect(await problemOf(running.call(listDevices, {}, other))).toMatchObject({ code: 'COM0013', status: 401 })
    expect((await visitor.open('/developer')).text).toContain('Sign in')
    expect(await problemOf(signIn.withPassword(name))).toMatchObject({ code: '10001' })
    await expect(signIn.withPassword(name, 'Grüße an alle daheim')).resolves.toHaveProperty('auth_data')
    await expect(signIn.withPassword('helpdesk')).resolves.toHaveProperty('auth_data')
    await change('Grüße an alle daheim', running.password)
  })

  it('can be read by a granted application, which cannot change how they sign in', async () => {
    const bearerOf = async (scope: string) =>
      `Vendor-oauthtoken ${(await world.running.lasting({ scope }, { user: name })).access_token}`
    const token = await bearerOf(`${readComputers},${changeComputers}`)
    await expect(world.own('getOwnAccount', {}, token)).resolves.toHaveProperty('second_factor')
    const { password } = world.running
    const tried = [
      world.own('changePassword', { old_password: password, new_password: password }, token),
      world.own('useMailCodes', {}, token),
      world.own('dropSecondFactor', {}, token),
      world.own('startAuthenticator', {}, token),
      world.own('confirmAuthenticator', { otp: '123456' }, token),
    ]
    for (const problem of await Promise.all(tried.map(problemOf))) {
      expect(problem).toMatchObject({ code: '10007', status: 403 })
    }
    await expect(world.signIn.withPassword(name)).resolves.toHaveProperty('auth_data')
  })

  it('see which password is wrong, and stay signed in; attempts are limited here too', async () => {
    const token = await world.tokenOf(name)
    const change = (old_password: string, new_password: string) =>
      problemOf(world.own('changePassword', { old_password, new_password }, token))
    expect(await change(world.running.password, 'short')).toMatchObject({
      status: 400,
      message: expect.stringContaining('new_password') as unknown,
    })
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await change('a wrong one', 'a phrase that is long enough')).toMatchObject({ code: '10010', status: 400 })
    }
    expect(await change(world.running.password, 'a phrase that is long enough')).toMatchObject({
      code: '10005',
      status: 429,
    })
    await expect(world.own('getOwnAccount', {}, token)).resolves.toHaveProperty('user_data')
  })
})
