// Requests, issued certificates, associations and hosts by page, of a server that has no pages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'

let proxy: Proxy
let cookie: string
beforeAll(async () => {
  proxy = await startProxy()
  cookie = await proxy.signIn()
})
afterAll(() => proxy.stop())

/** By the last part of the address; what is not there is not offered. */
const serving = (lists: Record<string, object[]>) =>
  proxy.keys.answer(({ url }, response) => {
    const name = /\/(\w+)(\?|$)/.exec(url)?.[1] ?? ''
    const rows = lists[name]
    if (!rows) return json(response, {}, 404)
    const key = name === 'getCSRList' ? 'GeneratedList' : 'details'
    return json(response, { name, result: { status: 'Success', message: '' }, [key]: rows, totalRows: 5000 })
  })
const find = async (list: string, input: object = {}) => {
  const { value, status } = await proxy.call(`console.find${list}`, { ...input, fresh: true }, cookie)
  return { ...value, status } as { status: number; code?: string; total: number; rows: never[] } & Record<string, never>
}
const range = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at + 1))

test('requests are paged, and a server’s higher total is kept', async () => {
  serving({
    getCSRList: range(600, (at) => ({
      CSR_ID: 1000 - at,
      DOMAIN_NAME: at % 3 ? `host-${at}.example` : 'same.example',
      KEYALGORITHM: at % 2 ? 'RSA' : 'EC',
      KEY_STRENGTH: at % 2 ? 2048 : 256,
    })),
  })
  const page = await find('Requests', { offset: 500, limit: 500 })
  expect([page.total, page.rows.length, page.onServer]).toEqual([600, 100, 5000])
  const same = await find('Requests', { name: 'same.example', limit: 2 })
  expect(same).toMatchObject({ total: 200, rows: [{ request: { CSR_ID: 997 }, sameName: 200 }, {}] })
  expect(await find('Requests', { id: '400' })).toMatchObject({ total: 1, rows: [{ request: { CSR_ID: 400 } }] })
  const filters = [{ column: 'key', oneOf: ['EC 256'] }]
  const sort = [{ column: 'number', descending: false }]
  const ec = await find('Requests', { filters, sort, search: 'host ec', limit: 1 })
  expect(ec).toMatchObject({ total: 200, rows: [{ request: { CSR_ID: 402 } }], options: { algorithm: ['EC', 'RSA'] } })
})

test('issued certificates include the counts of all issuers, whatever the filter', async () => {
  serving({
    listIssued: range(20, (at) => ({
      ...(at !== 7 && { CertID: at, commonName: `web-${at}` }),
      issuer: at % 2 ? 'AA' : 'BB',
      serialNumber: `0${at}`,
      issuedAt: `2026-01-${String(at).padStart(2, '0')}T00:00:00Z`,
      ...(at > 15 && { revokedAt: '2026-02-01T00:00:00Z', revoke_reason: at === 16 ? 6 : 1 }),
    })),
  })
  const revoked = await find('Issued', { states: ['revoked'], issuer: 'AA' })
  expect([revoked.total, revoked.rows.map(({ id }) => id)]).toEqual([2, ['19', '17']])
  expect(revoked).toMatchObject({
    hasDeleted: true,
    issuers: [
      { issuer: 'BB', issued: 10, revoked: 2, held: 1 },
      { issuer: 'AA', issued: 10, revoked: 2, held: 0 },
    ],
  })
})

test('a list that is not offered and a failure are reported as such, and never as an empty list', async () => {
  serving({})
  for (const list of ['Issued', 'Access', 'Associations']) expect((await find(list)).code).toBe('NOT_OFFERED')
  proxy.keys.answer((_, response) => json(response, { error: 'broken' }, 500))
  for (const list of ['Issued', 'Access', 'Associations', 'Requests', 'Hosts'])
    expect((await find(list)).status).toBeGreaterThanOrEqual(500)
})

test('access is listed by account and by association, and filtered by key', async () => {
  const opens = (KeyName: string, UserName: string, ResourceName: string) => ({ KeyName, UserName, ResourceName })
  serving({
    listAssociations: [
      opens('ci', 'root', 'web-1'),
      opens('night', 'root', 'web-1'),
      ...range(300, (at) => opens('ci', `user-${at}`, 'web-2')),
    ],
  })
  const night = await find('Access', { filters: [{ column: 'key night', oneOf: ['Grants access'] }] })
  expect(night).toMatchObject({
    total: 1,
    rows: [{ host: 'web-1', user: 'root', keys: [{ name: 'ci' }, { name: 'night' }] }],
    keys: { names: ['ci', 'night'], left: 0 },
  })
  expect((await find('Access', { search: 'web-2 user-30' })).total).toBe(2)
  expect((await find('Associations', { keys: ['ci'], host: 'web-1' })).total).toBe(1)
  expect(await find('Associations', { keys: ['ci'], offset: 250 })).toMatchObject({ total: 301, rows: { length: 50 } })
})

test('hosts include their users, found or with a key, without a number if the server does not report it', async () => {
  const user = (UserName: string, ResourceName: string) => ({ UserName, ResourceName })
  const lists = {
    getAllSSHResourceDetails: range(700, (at) => ({ ResourceName: `web-${at}`, IPADDRESS: `10.0.0.${at}` })),
    getAllSSHUsers: [user('root', 'web-1'), user('deploy', 'web-1')],
    getAllAssociatedUsers: [user('root', 'web-1'), user('backup', 'web-1'), user('root', 'web-2')],
  }
  serving(lists)
  const sort = [{ column: 'users', descending: true }]
  const page = await find('Hosts', { sort, limit: 3 })
  expect(page).toMatchObject({
    total: 700,
    rows: [
      { host: { ResourceName: 'web-1' }, users: 3 },
      { host: { ResourceName: 'web-2' }, users: 1 },
      { host: { ResourceName: 'web-3' }, users: 0 },
    ],
  })
  expect((await find('Hosts', { name: 'web-70' })).total).toBe(1)
  expect((await find('Hosts', { mentions: 'WEB-70' })).rows).toMatchObject([{ host: { ResourceName: 'web-70' } }, {}])
  const { getAllAssociatedUsers: _, ...fewer } = lists
  serving(fewer)
  expect((await find('Hosts', { name: 'web-1' })).rows).toMatchObject([{ host: { ResourceName: 'web-1' } }])
  expect((await find('Hosts', { name: 'web-1' })).rows[0]).not.toHaveProperty('users')
})

test('users of hosts are paged, of one host or all, and unreported keys do not count as none', async () => {
  const user = (UserName: string, ResourceName: string) => ({ UserName, ResourceName })
  const lists = {
    getAllSSHUsers: [...range(1200, (at) => user(`user-${at}`, 'web-1')), user('root', 'web-2')],
    getAllAssociatedUsers: [user('user-7', 'web-1'), user('backup', 'web-1')],
    listAssociations: [
      { ...user('user-7', 'web-1'), KeyName: 'ci' },
      { ...user('user-7', 'web-1'), KeyName: 'night' },
      { ...user('backup', 'web-1'), KeyName: 'night' },
    ],
  }
  serving(lists)
  const page = await find('SshUsers', { host: 'web-1', offset: 1000, limit: 500 })
  expect(page).toMatchObject({ total: 1201, rows: { length: 201 }, counts: { found: 1200, withKeys: 2 } })
  expect(page.options).toMatchObject({ found: ['No, known from a key', 'Yes'], host: ['web-1', 'web-2'] })
  const sort = [{ column: 'user', descending: false }]
  expect(await find('SshUsers', { sort, withKeys: true })).toMatchObject({
    total: 2,
    rows: [
      { user: 'backup', isFound: false, hasKey: true, keys: ['night'] },
      { user: 'user-7', isFound: true, hasKey: true, keys: ['ci', 'night'] },
    ],
  })
  const byKey = [{ column: 'keys', contains: 'CI' }]
  expect(await find('SshUsers', { filters: byKey })).toMatchObject({ total: 1, rows: [{ user: 'user-7' }] })
  expect((await find('SshUsers', { search: 'web-2 root' })).total).toBe(1)

  serving({
    ...lists,
    listHostKeys: [
      { ResourceName: 'web-1', Credentials: [{ UserName: 'chief', isAdmin: true }] },
      { ResourceName: 'web-2', Credentials: [{ UserName: 'root', isAdmin: false }] },
    ],
  })
  expect((await find('SshUsers', { search: 'chief' })).total).toBe(0)
  const granted = { withLogins: true, granted: { key: 'night', is: true }, sort }
  expect(await find('SshUsers', granted)).toMatchObject({
    logins: 'told',
    total: 2,
    rows: [{ user: 'backup', reach: { by: 'administrator', name: 'chief' } }, { user: 'user-7' }],
  })
  expect((await find('SshUsers', { ...granted, granted: { key: 'night', is: false } })).total).toBe(1201)
  const wanted = [
    { host: 'web-9', user: 'nobody' },
    { host: 'web-2', user: 'root' },
    { host: 'web-1', user: 'chief' },
  ]
  expect((await find('SshUsers', { accounts: wanted })).rows).toEqual([
    { host: 'web-9', user: 'nobody', isFound: false, hasKey: false, keys: [], reach: { by: 'none' } },
    { host: 'web-2', user: 'root', isFound: true, hasKey: false, keys: [], reach: { by: 'own' } },
    { host: 'web-1', user: 'chief', isFound: false, hasKey: false, keys: [], reach: { by: 'own' } },
  ])

  const { listAssociations: _, ...stated } = lists
  serving(stated)
  const untold = await find('SshUsers', { filters: [{ column: 'found', oneOf: ['No, known from a key'] }] })
  expect(untold.rows).toEqual([{ host: 'web-1', user: 'backup', isFound: false, hasKey: true }])
  serving({ getAllSSHUsers: lists.getAllSSHUsers })
  const [root] = (await find('SshUsers', { host: 'web-2', withKeys: true })).rows
  expect(root).toEqual({ host: 'web-2', user: 'root', isFound: true })
  serving({})
  expect((await find('SshUsers')).status).toBeGreaterThanOrEqual(400)
})
