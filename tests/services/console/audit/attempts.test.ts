import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startAuditedProxy } from './audited-proxy.ts'

type Listed = { entries: { user: string; address: string; target: string; code: string }[]; total: number }

let proxy: Awaited<ReturnType<typeof startAuditedProxy>>
beforeAll(async () => {
  proxy = await startAuditedProxy()
})
afterEach(() => vi.useRealTimers())
afterAll(() => proxy.stop())

const signInFrom = (address: string) => {
  const call = proxy.callFrom(address)
  return (username: string) => call('session.signIn', { username, password: 'wrong' })
}
const listed = async () => {
  const cookie = await proxy.signIn('root')
  return (await proxy.call('console.listAudit', { source: 'console', limit: 200 }, cookie)).value as Listed
}

test('a password typed as a name is not stored, but repeated attempts with it are recognizable', async () => {
  await proxy.signIn('root')
  const before = await proxy.lastEntry()
  const attempt = signInFrom('127.0.0.20')
  for (const name of ['my canary password', 'MY CANARY PASSWORD', 'another one', 'Root']) await attempt(name)
  const users = (await proxy.entriesAfter(before)).map(({ user_name }) => user_name)
  expect(users[0]).toMatch(/^unknown account [0-9a-f]{12}$/)
  expect(users[1]).toBe(users[0])
  expect(users[2]).not.toBe(users[0])
  expect(users[3], 'an account that has signed in here is shown').toBe('Root')
  expect(await proxy.stored()).not.toMatch(/canary password/i)
})

test('further failed attempts are counted in one entry per window', async () => {
  const before = await proxy.lastEntry()
  const attempt = signInFrom('127.0.0.21')
  for (let time = 0; time < 40; time += 1) await attempt(`name ${time}`)
  for (let time = 0; time < 20; time += 1) await proxy.callFrom('127.0.0.21')('session.verifyOtp', { otp: '000000' })
  expect(await proxy.entriesAfter(before)).toHaveLength(10)

  const { entries } = await listed()
  const fromThere = entries.filter(({ address }) => address === '127.0.0.21')
  expect(fromThere).toHaveLength(11)
  expect(fromThere[0]).toMatchObject({
    user: '',
    target: '50 more attempts within 15 minutes',
    code: 'TOO_MANY_ATTEMPTS',
  })
  await listed()
  expect((await listed()).entries.filter(({ address }) => address === '127.0.0.21')).toHaveLength(11)

  await attempt('once more')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 })
  const later = (await listed()).entries.find(({ address }) => address === '127.0.0.21')
  expect(later?.target).toBe('1 more attempt within 15 minutes')
  await attempt('in the next window')
  expect((await listed()).entries.filter(({ address }) => address === '127.0.0.21')).toHaveLength(13)
})

test('successful sign-ins are recorded whatever the number of failed ones, and the chain is intact', async () => {
  const before = await proxy.lastEntry()
  await proxy.signIn('root')
  expect((await proxy.entriesAfter(before)).map(({ user_name, result }) => [user_name, result])).toEqual([
    ['root', 'done'],
  ])
  const { value } = await proxy.call('console.verifyAudit', {}, await proxy.signIn('root'))
  expect(value).toMatchObject({ intact: true })
})
