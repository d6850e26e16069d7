import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startRunning, type Running } from '../running.ts'
import { otherThan, problemOf, signInTo } from './sign-in.ts'

const minutes = 60_000
let running: Running
let signIn: ReturnType<typeof signInTo>
beforeAll(async () => {
  running = await startRunning()
  signIn = signInTo(running)
})
afterAll(() => running.stop())
afterEach(() => vi.useRealTimers())
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('an account with one-time codes gets no token before its code', async () => {
  const answer = await signIn.withPassword('otp-admin')
  expect(answer).toEqual({
    two_factor_data: {
      unique_userID: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      is_TwoFactor_Enabled: true,
      message: expect.stringContaining('mail') as unknown,
      remember_token_days: 30,
      OTP_Validation_Required: true,
    },
  })
})

test('the code in the newest email completes the sign-in, once', async () => {
  const { uid, code } = await signIn.attemptOf('otp-admin')
  await expect(signIn.withCode(uid, code)).resolves.toMatchObject({ user_data: { user_name: 'otp-admin' } })
  expect(await problemOf(signIn.withCode(uid, code))).toMatchObject({ code: '10004', status: 401 })
})

test('of two concurrent correct codes one completes the sign-in', async () => {
  const { uid, code } = await signIn.attemptOf('otp-admin')
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => signIn.withCode(uid, code)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an email names its account, and no text before its code looks like a code', async () => {
  const { code } = await signIn.attemptOf('otp-admin')
  const [mail] = (await (await fetch(`${running.lab}/mailbox`)).json()) as Record<string, string>[]
  expect(mail).toMatchObject({ account: 'otp-admin', to: 'otp-admin@demo.example' })
  expect(/\d{6,8}/.exec(JSON.stringify(mail))?.[0]).toBe(code)
  expect(code).toMatch(/^\d{6}$/)
})

test('after a wrong code the attempt remains open', async () => {
  const { uid, code } = await signIn.attemptOf('otp-admin')
  expect(await problemOf(signIn.withCode(uid, otherThan(code)))).toMatchObject({ code: '10003', status: 401 })
  await expect(signIn.withCode(uid, ` ${code} `)).resolves.toHaveProperty('auth_data')
})

test('a code belongs to one attempt, and a new sign-in ends the previous one', async () => {
  const first = await signIn.attemptOf('otp-admin')
  const second = await signIn.attemptOf('otp-admin')
  expect(await problemOf(signIn.withCode(first.uid, first.code))).toMatchObject({ code: '10004' })
  if (first.code !== second.code) {
    expect(await problemOf(signIn.withCode(second.uid, first.code))).toMatchObject({ code: '10003' })
  }
  await expect(signIn.withCode(second.uid, second.code)).resolves.toHaveProperty('auth_data')
})

test('an unknown attempt is refused', async () => {
  expect(await problemOf(signIn.withCode('0'.repeat(32), '123456'))).toMatchObject({ code: '10004' })
})

test('a code is valid for ten minutes', async () => {
  const { uid, code } = await signIn.attemptOf('otp-admin')
  later(10 * minutes + 1)
  expect(await problemOf(signIn.withCode(uid, code))).toMatchObject({ code: '10004' })
})

test('ten wrong codes end the attempt, concurrent or not, and then the correct one is refused', async () => {
  const { uid, code } = await signIn.attemptOf('otp-admin')
  const guesses = await Promise.all(Array.from({ length: 30 }, () => problemOf(signIn.withCode(uid, otherThan(code)))))
  expect(guesses.filter((problem) => problem.code === '10003')).toHaveLength(9)
  expect(await problemOf(signIn.withCode(uid, code))).toMatchObject({ code: '10004' })
})

test('twenty wrong codes of an account, over several attempts, delay it', async () => {
  later(60 * minutes)
  for (let guess = 0; guess < 20; guess += 9) {
    const { uid, code } = await signIn.attemptOf('otp-admin')
    for (let of = 0; of < 9 && guess + of < 20; of += 1) await problemOf(signIn.withCode(uid, otherThan(code)))
  }
  const { uid, code } = await signIn.attemptOf('otp-admin')
  const refused = await problemOf(signIn.withCode(uid, code))
  expect(refused).toMatchObject({ code: '10005', status: 429 })
  expect(refused.retryAfterSeconds).toBeGreaterThan(14 * 60)
  later(15 * minutes)
  const next = await signIn.attemptOf('otp-admin')
  await expect(signIn.withCode(next.uid, next.code)).resolves.toHaveProperty('auth_data')
})

test('neither code nor attempt reaches the log or the database in clear', async () => {
  const { uid, code } = await signIn.attemptOf('otp-admin')
  await problemOf(signIn.withCode(uid, otherThan(code)))
  const tables = running.database.db.$extendTables<{ otp_attempt: Record<string, unknown> }>()
  const stored = JSON.stringify(await tables.selectFrom('otp_attempt').selectAll().execute())
  for (const place of [running.logged.join('\n'), stored]) {
    expect(place).not.toContain(uid)
    expect(place).not.toContain(`"${code}"`)
  }
})
