import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { purgeDevices } from '#services/desktop/second-factor/remembered-devices.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { problemOf } from '../sign-in.ts'
import { databases, type ProtectedWorld, startProtectedWorld } from './protected-world.ts'

const name = 'otp-admin'
const dayMs = 24 * 3_600_000

describe.each(databases)('with $name, a device', ({ name: database, skip }) => {
  let world: ProtectedWorld
  let clock = Date.parse('2026-11-21T12:00:00Z')
  beforeAll(async () => {
    if (!skip) world = await startProtectedWorld(database)
  })
  afterAll(() => world?.stop())
  beforeEach(() => vi.setSystemTime((clock += 3_600_000)))
  afterEach(() => void vi.useRealTimers())
  const it = test.skipIf(skip)
  const tables = () => world.running.database.db.$extendTables<DesktopTables>()
  const withDevice = (device_token: string, user = name) =>
    world.signIn.withPassword(user, world.running.password, { device_token })

  /** Sign in with the code of a mail, and be remembered. */
  const remembered = async () => {
    const { uid, code } = await world.signIn.attemptOf(name)
    return (await world.verify(uid, code, 'true')).device_token ?? ''
  }

  it('that is remembered needs no code, and gets another token each time', async () => {
    const first = await remembered()
    expect(first).toMatch(/^[\w-]{36}\.[\w-]{43}$/)
    const answer = await withDevice(first)
    expect(answer).toMatchObject({ user_data: { user_name: name }, auth_data: {} })
    expect(answer).not.toHaveProperty('two_factor_data')
    expect(answer.device_token).toMatch(/^[\w-]{36}\.[\w-]{43}$/)
    expect(answer.device_token).not.toBe(first)
    await expect(withDevice(answer.device_token ?? '')).resolves.toHaveProperty('auth_data')
  })

  it.each(['TRUE', 'True', true, '1', 1, 'yes', ' true', null, ['true'], {}])(
    'is not remembered because of %j',
    async (value) => {
      const { uid, code } = await world.signIn.attemptOf(name)
      const answer = await world.verify(uid, code, value)
      expect(answer).toHaveProperty('auth_data')
      expect(answer).not.toHaveProperty('device_token')
    },
  )

  it('is not remembered unless somebody asks for it', async () => {
    for (const value of ['false', undefined]) {
      const { uid, code } = await world.signIn.attemptOf(name)
      expect(await world.verify(uid, code, value)).not.toHaveProperty('device_token')
    }
  })

  it('never replaces the password', async () => {
    const token = await remembered()
    const answer = world.signIn.withPassword(name, 'a wrong one', { device_token: token })
    expect(await problemOf(answer)).toMatchObject({ code: '10001' })
    await expect(withDevice(token)).resolves.toHaveProperty('auth_data')
  })

  it('is remembered for exactly thirty days, however often it is used', async () => {
    const start = Date.now()
    let token = await remembered()
    vi.setSystemTime(start + 29 * dayMs)
    token = (await withDevice(token)).device_token ?? ''
    vi.setSystemTime(start + 30 * dayMs - 1)
    token = (await withDevice(token)).device_token ?? ''
    expect(token).not.toBe('')
    vi.setSystemTime(start + 30 * dayMs)
    await expect(withDevice(token)).resolves.toHaveProperty('two_factor_data')
    await purgeDevices(tables())
    expect(await tables().selectFrom('remembered_device').select('id').execute()).toEqual([])
  })

  it('of one account is not valid for another', async () => {
    await world.lab({ name: 'operator', second_factor: 'mail' })
    const token = await remembered()
    await expect(withDevice(token, 'operator')).resolves.toHaveProperty('two_factor_data')
    await expect(withDevice(token)).resolves.toHaveProperty('auth_data')
  })

  it('is forgotten when a replaced token is reused, because it was copied', async () => {
    const old = await remembered()
    const { device_token: newest = '' } = await withDevice(old)
    await expect(withDevice(old)).resolves.toHaveProperty('two_factor_data')
    await expect(withDevice(newest)).resolves.toHaveProperty('two_factor_data')
  })

  it('is accepted once per token, also for concurrent uses', async () => {
    const token = await remembered()
    const answers = await Promise.all(
      [world.signIn, world.elsewhere].map((at) =>
        at.withPassword(name, world.running.password, { device_token: token }),
      ),
    )
    expect(answers.filter(({ auth_data }) => auth_data)).toHaveLength(1)
  })

  it.each(['', '.', 'x', 'x.y.z', '\u0000', `${'a'.repeat(36)}.${'b'.repeat(43)}`])(
    'is not recognized by the token %j',
    async (token) => {
      await expect(withDevice(token)).resolves.toHaveProperty('two_factor_data')
    },
  )

  it('is counted, and forgotten with a change of the second factor or the password', async () => {
    const sharing = async (change: (token: string) => Promise<unknown>) => {
      const [{ device_token = '', auth_data }] = [await withDevice(await remembered())]
      const token = auth_data?.auth_token ?? ''
      expect((await world.own('getOwnAccount', {}, token)).remembered_devices).toBeGreaterThan(0)
      await change(token)
      expect((await world.own('getOwnAccount', {}, token)).remembered_devices).toBe(0)
      return device_token
    }
    const { password } = world.running
    const before = await sharing((token) => world.own('useMailCodes', {}, token))
    await expect(withDevice(before)).resolves.toHaveProperty('two_factor_data')
    const passwords = { old_password: password, new_password: password }
    const last = await sharing((token) => world.own('changePassword', passwords, token))
    await expect(withDevice(last)).resolves.toHaveProperty('two_factor_data')
  })

  it('is kept as a hash, and named in no log', async () => {
    const token = await remembered()
    const [, secret = ''] = token.split('.')
    const rows = JSON.stringify(await tables().selectFrom('remembered_device').selectAll().execute())
    expect(secret).not.toBe('')
    for (const place of [rows, world.running.logged.join('\n')]) expect(place).not.toContain(secret)
  })
})
