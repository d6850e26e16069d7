// Which keys grant access where, at a key server that does not list associations: the console reads account by account.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { readAccountKeys } from '#contract/console/access-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { type Answer, json } from '../../../support/upstream.ts'

type Found = Output<typeof readAccountKeys>

let proxy: Proxy
let cookie: string
let users: { ResourceName: string; UserName: string }[]
/** Answers the request for the keys of an account. */
let answerFor: (userName: string, response: Parameters<Answer>[1]) => unknown
const keysOf = (response: Parameters<Answer>[1], details: string) =>
  json(response, { name: 'getSSHkeysforuser', result: { status: 'Success', message: '' }, details })
const usersUpTo = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ResourceName: 'web-1', UserName: `user-${at + 1}` }))

beforeEach(async () => {
  proxy = await startProxy()
  cookie = await proxy.signIn('chief')
  answerFor = (userName, response) => keysOf(response, userName === 'user-305' ? 'ci,last' : 'ci')
  proxy.keys.answer((request, response) => {
    const { url, body } = request
    const name = /\/(\w+)(\?|$)/.exec(url)?.[1] ?? ''
    if (name === 'getSSHkeysforuser') {
      const [user = ''] = /user-\d+/.exec(decodeURIComponent(url) + body) ?? []
      return answerFor(user, response)
    }
    if (name === 'getAllSSHUsers' || name === 'getAllAssociatedUsers')
      return json(response, { name, result: { status: 'Success', message: '' }, details: users })
    return json(response, {}, 404)
  })
})
afterEach(() => proxy.stop())

const read = async (input: object = {}, as = cookie) => {
  const { value, status } = await proxy.call('console.readAccountKeys', input, as)
  expect([status, value]).toMatchObject([200, {}])
  return value as unknown as Found
}
const requests = () => proxy.keys.received.filter(({ url }) => url.includes('/getSSHkeysforuser')).length
const patience = { timeout: 30_000 }

test('the first 300 accounts are read, and the others on request, without the page', async () => {
  users = usersUpTo(305)
  await expect.poll(async () => (await read()).isReading, patience).toBe(false)
  const first = await read()
  expect([first.rows.length, first.unread.length, requests()]).toEqual([300, 5, 300])
  expect(first.unread.at(-1)).toEqual({ resourceName: 'web-1', userName: 'user-305', reason: 'Not read yet' })
  await read({ keys: [], more: true })
  await expect.poll(requests, patience).toBe(305)
  await expect.poll(async () => (await read()).unread, patience).toEqual([])
  expect((await read({ keys: ['last'] })).rows).toEqual([
    { KeyName: 'last', ResourceName: 'web-1', UserName: 'user-305' },
  ])
  expect(requests()).toBe(305)
})

test('accounts are read on after a page has left, once for all pages, and stated as not read until then', async () => {
  users = usersUpTo(12)
  const { promise, resolve } = Promise.withResolvers<void>()
  answerFor = (_, response) => void promise.then(() => keysOf(response, 'ci'))
  const [one, other] = await Promise.all([read(), read()])
  expect(one).toEqual(other)
  expect(one).toMatchObject({ rows: [], isReading: true })
  expect(one.unread).toHaveLength(12)
  expect(requests()).toBe(4)
  resolve()
  await expect.poll(requests, patience).toBe(12)
  expect(await read()).toMatchObject({ unread: [], isReading: false })
})

test('an account that cannot be read is unknown, with the reason, and read again on request', async () => {
  users = usersUpTo(3)
  answerFor = (user, response) =>
    user === 'user-2'
      ? json(response, { name: 'getSSHkeysforuser', result: { status: 'Failed', message: 'web-1 cannot be reached' } })
      : keysOf(response, 'ci')
  const { rows, unread } = await read()
  expect(rows.map(({ UserName }) => UserName).toSorted()).toEqual(['user-1', 'user-3'])
  expect(unread).toEqual([
    { resourceName: 'web-1', userName: 'user-2', reason: expect.stringContaining('web-1 cannot be reached') as string },
  ])
  answerFor = (_, response) => keysOf(response, 'ci')
  await read({ more: true })
  await expect.poll(async () => (await read()).unread, patience).toEqual([])
})

test('a change through the console is seen at once', async () => {
  users = usersUpTo(1)
  expect((await read()).rows).toHaveLength(1)
  users = usersUpTo(2)
  expect((await read()).rows).toHaveLength(1)
  const writer = await proxy.signIn('admin')
  await proxy.call('keys.dissociateKey', { keyName: 'ci', resourceName: 'web-1', userName: 'user-1' }, writer)
  await expect.poll(async () => (await read()).rows.length, patience).toBe(2)
})

test('is refused to accounts that may not read keys', async () => {
  const { status } = await proxy.call('console.readAccountKeys', {}, await proxy.signIn('nobody'))
  expect(status).toBe(403)
})
