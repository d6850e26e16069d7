import { Secret } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { secretSeal } from '#services/desktop/second-factor/secret-seal.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { masterKey } from '../../running.ts'
import { otherThan, problemOf } from '../sign-in.ts'
import { codeOf, databases, type ProtectedWorld, startProtectedWorld } from './protected-world.ts'

const name = 'admin'

describe.each(databases)('with $name, an authenticator application', ({ name: database, skip }) => {
  let world: ProtectedWorld
  let clock = Date.parse('2026-11-21T12:00:10Z')
  beforeAll(async () => {
    if (!skip) world = await startProtectedWorld(database)
  })
  afterAll(() => world?.stop())
  // An hour for each test: locks of the one before are over, and a code cannot grow old while it is typed.
  beforeEach(() => vi.setSystemTime((clock += 3_600_000)))
  afterEach(() => void vi.useRealTimers())
  const it = test.skipIf(skip)
  const tables = () => world.running.database.db.$extendTables<DesktopTables>()

  it('is enrolled by its first code, and is distinguished from email', async () => {
    await world.lab({ name, second_factor: 'authenticator' })
    const { two_factor_data: first } = await world.signIn.withPassword(name)
    expect(first).toMatchObject({ is_TwoFactor_Enabled: true, OTP_Validation_Required: true, remember_token_days: 30 })
    expect(first?.google_authenticator_key).toMatch(/^[A-Z2-7]{32}$/)
    expect(first?.message).toMatch(/authenticator/)
    const secret = first?.google_authenticator_key ?? ''
    const answer = await world.signIn.withCode(first?.unique_userID ?? '', codeOf(secret))
    expect(answer).toMatchObject({ user_data: { user_name: name, auth_type: 'Local Authentication' } })
    expect(answer.auth_data?.auth_token).toMatch(/^[0-9a-f-]{36}$/)

    const { two_factor_data: next } = await world.signIn.withPassword(name)
    expect(next?.message).toBe('Google authentication already created for this user. Validate OTP')
    expect(next).not.toHaveProperty('google_authenticator_key')
    vi.setSystemTime(Date.now() + 30_000)
    await expect(world.signIn.withCode(next?.unique_userID ?? '', codeOf(secret))).resolves.toHaveProperty('auth_data')
    const mails = await (await fetch(`${world.running.lab}/mailbox`)).text()
    expect(mails).not.toContain(`"${name}"`)
  })

  it('is not enrolled by a wrong code, and each attempt has a secret of its own', async () => {
    const first = await world.askForAuthenticator(name)
    expect(await problemOf(world.signIn.withCode(first.uid, otherThan(codeOf(first.secret))))).toMatchObject({
      code: '10003',
    })
    const { two_factor_data } = await world.signIn.withPassword(name)
    expect(two_factor_data?.google_authenticator_key).toMatch(/^[A-Z2-7]{32}$/)
    expect(two_factor_data?.google_authenticator_key).not.toBe(first.secret)
    const uid = two_factor_data?.unique_userID ?? ''
    expect(await problemOf(world.signIn.withCode(uid, codeOf(first.secret)))).toMatchObject({ code: '10003' })
  })

  // RFC 6238, Appendix B: the last six digits of its eight.
  it('knows the codes of RFC 6238', async () => {
    const secret = Secret.fromLatin1('12345678901234567890').base32
    await world.enroll(name)
    const { id } = await tables().selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    const sealed_secret = secretSeal(masterKey).seal(id, secret)
    await tables().updateTable('authenticator').set({ sealed_secret, last_step: -1 }).execute()
    const vectors = [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ] as const
    for (const [second, code] of vectors) {
      vi.setSystemTime(second * 1000)
      expect(await problemOf(world.signIn.withCode(await world.attempt(name), otherThan(code)))).toMatchObject({
        code: '10003',
      })
      const answer = await world.signIn.withCode(await world.attempt(name), code)
      expect(answer, String(second)).toHaveProperty('auth_data')
    }
  })

  it('may be one step early or late, and no more', async () => {
    const secret = await world.enroll(name)
    vi.setSystemTime(Date.now() + 600_000)
    const refused = await world.attempt(name)
    for (const steps of [-2, 2, 10]) {
      expect(await problemOf(world.signIn.withCode(refused, codeOf(secret, steps)))).toMatchObject({ code: '10003' })
    }
    for (const steps of [-1, 0, 1]) {
      const answer = world.signIn.withCode(await world.attempt(name), codeOf(secret, steps))
      await expect(answer, String(steps)).resolves.toHaveProperty('auth_data')
    }
  })

  it('accepts each code once: another attempt within the same step is refused with the reason', async () => {
    const secret = await world.enroll(name)
    const code = codeOf(secret)
    await world.signIn.withCode(await world.attempt(name), code)
    const again = await problemOf(world.signIn.withCode(await world.attempt(name), code))
    expect(again).toMatchObject({ code: '10003', message: 'This code has already been used. Wait for the next one' })
    // The code of the step before is older than one that was used.
    expect(await problemOf(world.signIn.withCode(await world.attempt(name), codeOf(secret, -1)))).toMatchObject({
      code: '10003',
    })
  })

  it('does not accept the code that enrolled it again', async () => {
    const { uid, secret } = await world.askForAuthenticator(name)
    await world.signIn.withCode(uid, codeOf(secret))
    expect(await problemOf(world.signIn.withCode(await world.attempt(name), codeOf(secret)))).toMatchObject({
      code: '10003',
    })
  })

  it('accepts its code from one of many concurrent attempts, also in two processes', async () => {
    const secret = await world.enroll(name)
    const [uid, code] = [await world.attempt(name), codeOf(secret)]
    const at = (number: number) => (number % 2 ? world.elsewhere : world.signIn)
    const answers = await Promise.allSettled(Array.from({ length: 9 }, (_, number) => at(number).withCode(uid, code)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is enrolled once by many concurrent first codes', async () => {
    const { uid, secret } = await world.askForAuthenticator(name)
    const code = codeOf(secret)
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => world.signIn.withCode(uid, code)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('limits attempts: fifty concurrent ones count as ten, and then the correct code is refused', async () => {
    const secret = await world.enroll(name)
    const uid = await world.attempt(name)
    const wrong = otherThan(codeOf(secret))
    const guesses = Promise.all(Array.from({ length: 50 }, () => problemOf(world.signIn.withCode(uid, wrong))))
    const codes = (await guesses).map(({ code }) => code)
    expect(codes.filter((code) => code === '10003')).toHaveLength(9)
    expect(codes.filter((code) => code === '10004')).toHaveLength(41)
    expect(await problemOf(world.signIn.withCode(uid, codeOf(secret)))).toMatchObject({ code: '10004' })
    // All ten count for the account, over attempts: ten more, and it waits.
    const next = await world.attempt(name)
    await Promise.all(Array.from({ length: 10 }, () => problemOf(world.signIn.withCode(next, wrong))))
    const refused = await problemOf(world.signIn.withCode(await world.attempt(name), codeOf(secret)))
    expect(refused).toMatchObject({ code: '10005', status: 429 })
    expect(refused.retryAfterSeconds).toBeGreaterThan(14 * 60)
  })

  it('of one person completes no attempt of another', async () => {
    const secret = await world.enroll(name)
    await world.enroll('operator')
    const uid = await world.attempt('operator')
    expect(await problemOf(world.signIn.withCode(uid, codeOf(secret)))).toMatchObject({ code: '10003' })
  })

  it('has a secret that is nowhere in clear, and can be decrypted for its own account only', async () => {
    const secret = await world.enroll(name)
    await world.own('startAuthenticator', {}, await world.tokenOf('helpdesk'))
    const rows = await Promise.all([
      tables().selectFrom('authenticator').selectAll().execute(),
      tables().selectFrom('authenticator_offer').selectAll().execute(),
      tables().selectFrom('otp_attempt').selectAll().execute(),
    ])
    expect(rows[0].length).toBeGreaterThan(0)
    for (const place of [JSON.stringify(rows), world.running.logged.join('\n')]) expect(place).not.toContain(secret)
    const { account_id, sealed_secret } = await tables()
      .selectFrom('authenticator')
      .selectAll()
      .executeTakeFirstOrThrow()
    const seal = secretSeal(masterKey)
    expect(() => seal.open(account_id, sealed_secret)).not.toThrow()
    expect(() => seal.open(account_id + 1, sealed_secret)).toThrow('cannot be decrypted')
    expect(() => secretSeal(Buffer.alloc(32)).open(account_id, sealed_secret)).toThrow('cannot be decrypted')
  })
})
