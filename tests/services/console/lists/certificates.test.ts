// The inventory by page, of a server that has no pages: through the console, before a key server that a test controls.
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { findCertificates } from '#contract/console/certificate-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { inventoryColumns } from '#contract/keys/rules/inventory-columns.ts'
import { groups, type InventoryRow, inventoryOf, inventoryTexts, isIn } from '#contract/keys/rules/inventory.ts'
import { certificateAt, rowsOf, sendList } from '../../../support/many-certificates.ts'
import { type Proxy, startProxy, token } from '../../../support/proxy.ts'
import { runs } from '../../../support/runs.ts'
import { type Answer, json } from '../../../support/upstream.ts'

type Found = { status: number; code: string; message: string } & Output<typeof findCertificates>

let proxy: Proxy
let cookie: string
beforeEach(async () => {
  proxy = await startProxy()
  cookie = await proxy.signIn('chief')
})
afterEach(() => proxy.stop())

const now = Date.now()
const inFull: Answer = (_, response) => sendList(response, rowsOf(20, now))
/** `listing`: what the server answers for certificates; what was issued it does not tell. */
const servingBy =
  (listing: Answer): Answer =>
  (request, response) =>
    request.url.includes('/getAllSSLCertificates') ? listing(request, response) : json(response, {}, 404)

const find = async (input: object = {}, as = cookie) => {
  const { value, status } = await proxy.call('console.findCertificates', input, as)
  return { ...value, status } as unknown as Found
}
const timesRead = () => proxy.keys.received.filter(({ url }) => url.includes('/getAllSSLCertificates')).length
const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id)

describe('tens of thousands of certificates', () => {
  const count = runs(20_000, 100_000)

  test('are searched, filtered, counted and ordered like a list in the browser', { timeout: 180_000 }, async () => {
    proxy.keys.answer(servingBy((_, response) => sendList(response, rowsOf(count, now))))
    const first = await find({ limit: 100 })
    const all = inventoryOf([...rowsOf(count, now)], now)
    expect([first.total, first.rows.length, first.issued]).toEqual([count, 100, 'not offered'])
    expect(idsOf(first)).toEqual(idsOf({ rows: all.slice(0, 100) }))
    // What is counted by time is counted some seconds later.
    const differences = groups.map((group) => (first.counts[group] ?? 0) - all.filter((row) => isIn(group, row)).length)
    expect(differences.map(Math.abs).filter((difference) => difference > 50)).toEqual([])
    expect(first.options.issuer).toEqual(['Älpha CA', 'Acme CA', 'beta CA', 'CA 9', 'CA 10'].toSorted(compare))
    expect(first.options.by).toBeUndefined()

    const words = ['web-9', 'ca', 'person']
    const isFound = (row: InventoryRow) =>
      words.every((word) => inventoryTexts(row).join(' ').toLowerCase().includes(word))
    const byName = all.filter(isFound).toSorted((one, other) => compare(other.name, one.name))
    const sort = [{ column: 'name', descending: true }]
    const page = await find({ search: words.join(' '), sort, offset: 500, limit: 50 })
    expect(page.total).toBe(byName.length)
    expect(idsOf(page)).toEqual(idsOf({ rows: byName.slice(500, 550) }))

    const filters = [
      { column: 'issuer', oneOf: ['CA 9', 'CA 10'] },
      { column: 'name', contains: 'WEB-1' },
      { column: 'until', from: now, to: now + 100 * 86_400_000 },
      { column: 'by', oneOf: ['person 29'] }, // too many to choose among: what it contains
    ]
    const filtered = all.filter(
      ({ issuer, name, expiry: { at }, createdBy }) =>
        ['CA 9', 'CA 10'].includes(issuer) &&
        name.toLowerCase().includes('web-1') &&
        at !== undefined &&
        at.getTime() >= now &&
        at.getTime() <= now + 100 * 86_400_000 &&
        createdBy.includes('Person 29'),
    )
    expect(filtered.length).toBeGreaterThan(10)
    const two = [{ column: 'issuer', descending: false }, ...sort]
    const narrow = await find({ filters, sort: two, limit: 500, group: 'weak' })
    const weak = filtered
      .filter((row) => isIn('weak', row))
      .toSorted((one, other) => compare(one.issuer, other.issuer) || compare(other.name, one.name))
    expect(idsOf(narrow)).toEqual(idsOf({ rows: weak.slice(0, 500) }))
    expect(timesRead()).toBe(1)
  })

  test('do not block other requests while they are read or sorted', { timeout: 180_000 }, async () => {
    proxy.keys.answer(servingBy((_, response) => sendList(response, rowsOf(count, now))))
    const asking = (async () => {
      const answers = [await find({ limit: 500 })]
      for (const column of Object.keys(inventoryColumns))
        answers.push(await find({ sort: [{ column, descending: true }], search: 'example', limit: 500 }))
      return answers
    })()
    const longest = await longestPing(asking)
    expect((await asking).map(({ total }) => total)).toEqual(
      Array.from({ length: Object.keys(inventoryColumns).length + 1 }, () => count),
    )
    // The server of this test, and other tests, have the processor, too: a second is no work of the console alone.
    expect(longest).toBeLessThan(runs(2_000, 100))
  })
})
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** How long somebody else waits at most for an answer that costs nothing, while something goes on. */
async function longestPing(work: Promise<unknown>) {
  let longest = 0
  for (const done = work.then(() => 'done'); ;) {
    const start = performance.now()
    await proxy.send('/healthz', 'GET')
    longest = Math.max(longest, performance.now() - start)
    if ((await Promise.race([done, delay(5)])) === 'done') return longest
  }
}

describe('a cached list', () => {
  test('is read once for concurrent readers, and again after it expires', async () => {
    proxy.keys.answer(servingBy(inFull))
    const [one, other] = await Promise.all([find(), find({ search: 'acme' })])
    expect([one.total, other.total, timesRead()]).toEqual([20, 4, 1])
    // Ten times as long as it was read, which is long on a busy machine, and at most a minute.
    await expect.poll(async () => (await find(), timesRead()), { timeout: 70_000, interval: 200 }).toBe(2)
  }, 90_000)

  test('that was slow is cached longer, states its age, and can be refreshed', async () => {
    proxy.keys.answer(servingBy(async (request, response) => (await delay(500), inFull(request, response))))
    await find()
    await delay(600) // longer than a list is kept that was fast; this one is kept for five seconds
    const { ageMs } = await find()
    expect(ageMs).toBeGreaterThan(1_000)
    expect(timesRead()).toBe(1)
    expect((await find({ fresh: true })).ageMs).toBeLessThan(ageMs)
    expect(timesRead()).toBe(2)
  })

  test('is invalidated by a change through the console, also during the read', async () => {
    let isDeleted = false
    const deletion = { name: 'DeleteCertificate', result: { status: 'Success', message: 'Done' } }
    const slowly = Promise.withResolvers<void>()
    proxy.keys.answer(async (request, response) => {
      if (request.url.includes('/listIssued')) return json(response, {}, 404)
      if (request.url.includes('/deleteCertificate')) {
        isDeleted = true
        return json(response, deletion)
      }
      const rows = [...rowsOf(20, now)].slice(isDeleted ? 1 : 0)
      if (!isDeleted) await slowly.promise
      return sendList(response, rows)
    })
    const before = find({ id: '1' })
    await expect.poll(timesRead).toBe(1)
    const confirmed = await proxy.signInConfirmed('chief')
    const gone = await proxy.call('keys.deleteCertificate', { common_name: 'Web-1.example.com' }, confirmed)
    expect(gone.status).toBe(200)
    slowly.resolve()
    expect((await before).total).toBe(1)
    expect((await find({ id: '1' })).total).toBe(0)
  })

  test('is aborted when its last reader leaves', async () => {
    const closed = Promise.withResolvers<void>()
    proxy.keys.answer(servingBy((_, response) => void response.on('close', closed.resolve)))
    const controller = new AbortController()
    const asked = fetch(`${proxy.origin}/api/console.findCertificates`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-triptych': '1', cookie },
      body: '{}',
      signal: controller.signal,
    }).catch((error: unknown) => error)
    await expect.poll(timesRead).toBe(1)
    controller.abort()
    await asked
    await closed.promise
  })
})

test('single certificates are found by id, name, place, person and text, and the chain by the names of issuers', async () => {
  const row = (id: number, more: object) => ({ ...certificateAt(id, now), Port: 0, ...more })
  proxy.keys.answer(
    servingBy((_, response) =>
      sendList(response, [
        row(1, { 'Common Name': 'Ada Byron', 'DNS Name/FQDN': 'mail', 'Expiry Notification Email': 'Ada@One.example' }),
        row(2, { 'Common Name': 'shop.example.com', 'DNS Name/FQDN': 'a.test', Port: 443, Issuer: 'Issuing' }),
        row(2, { 'Common Name': 'shop.example.com', 'DNS Name/FQDN': 'B.test', Port: 8443 }),
        row(3, { 'Common Name': 'Issuing', Issuer: 'Root', ExpiryDate: '2001-01-01T00:00:00Z' }),
        row(4, { 'Common Name': 'workshop', Issuer: 'Root', ExpiryDate: '2001-01-01T00:00:00Z' }),
        row(5, { 'Common Name': 'shop', KeyStrength: '1024', ExpiryDate: '2990-01-01T00:00:00Z' }),
      ]),
    ),
  )
  const ids = async (input: object) => idsOf(await find(input))
  expect(await ids({ id: '2' })).toEqual(['2'])
  expect(await ids({ name: 'shop' })).toEqual(['5'])
  expect(await ids({ places: ['b.test:8443', 'other:1'] })).toEqual(['2'])
  expect(await ids({ person: { name: 'ada byron', mail: 'someone@else.example' } })).toEqual(['1'])
  expect(await ids({ person: { mail: 'ada@one.example' } })).toEqual(['1'])
  expect(await ids({ mentions: 'SHOP' })).toEqual(['5', '2', '4'])
  expect(await ids({ mentions: 'b.test' })).toEqual(['2'])
  expect(await ids({ concern: 'weak', name: 'shop' })).toEqual(['5'])
  expect(await ids({ concern: 'expiring', name: 'Issuing' })).toEqual(['3'])
  const { value } = await proxy.call('console.findIssuers', { id: '2', issuer: 'Issuing' }, cookie)
  expect(value.links).toMatchObject([
    { name: 'Issuing', count: 1, certificate: { id: '3', places: [] } },
    { name: 'Root', count: 0 },
  ])
})

test('deployments of each certificate are listed and filtered, if the server reports them', async () => {
  const deployed = (CertID: number, serverName: string) => ({ CertID, serverName, DeployedAt: '2026-01-01T00:00:00Z' })
  const result = { status: 'Success', message: 'Done' }
  let status = 200
  proxy.keys.answer((request, response) => {
    if (!request.url.includes('/listDeployments')) return servingBy(inFull)(request, response)
    const details = [deployed(2, 'edge-1'), deployed(2, 'edge-2'), deployed(3, 'mail'), { serverName: 'forgotten' }]
    return json(response, status === 200 ? { name: 'listDeployments', result, details } : {}, status)
  })
  const page = await find({ deployed: 'yes', sort: [{ column: 'id', descending: false }] })
  expect(page.deployments).toBe('told')
  expect(page.rows.map(({ id, deployedTo }) => [id, deployedTo])).toEqual([
    ['2', ['edge-1', 'edge-2']],
    ['3', ['mail']],
  ])
  expect((await find({ deployed: 'no' })).total).toBe(18)
  expect(idsOf(await find({ filters: [{ column: 'deployed', contains: 'EDGE' }] }))).toEqual(['2'])
  expect(idsOf(await find({ search: 'mail edge-2' }))).toEqual([])

  status = 404
  const untold = await find({ deployed: 'yes', fresh: true })
  expect([untold.deployments, untold.total, untold.rows[0]?.deployedTo]).toEqual(['not offered', 20, undefined])
  status = 400
  expect(await find({ fresh: true })).toMatchObject({ deployments: 'failed', total: 20 })
})

test('a list under another name is found, and one that is only counted is not shown as empty', async () => {
  const [listed] = rowsOf(1, now)
  const result = { status: 'Success', message: 'Done' }
  proxy.keys.answer(servingBy((_, response) => json(response, { result, SSLCertificates: [listed], totalRows: 1 })))
  expect(await find()).toMatchObject({ status: 200, total: 1 })
  proxy.keys.answer(servingBy((_, response) => json(response, { result, totalRows: 7 })))
  expect(await find({ fresh: true })).toMatchObject({ status: 502, code: 'UNEXPECTED_CONTENT' })
})

describe('where each person has a credential of their own', () => {
  beforeEach(async () => {
    await proxy.stop()
    proxy = await startProxy({ ownTokenForKeys: true })
    proxy.desktop.answer(({ body }, response) => {
      const { username = '' } = JSON.parse(body || '{}') as { username?: string }
      return json(response, token(username, `token-${username}`))
    })
    // Slow, so that the lists are kept.
    proxy.keys.answer(
      servingBy(async ({ headers }, response) => {
        await delay(500)
        const name = `for ${String(headers.authtoken).replace('token-', '')}`
        await sendList(response, [{ ...certificateAt(1, now), 'Common Name': name }])
      }),
    )
  })
  const namesFor = (as: string) => find({}, as).then(({ rows }) => rows.map(({ name }) => name).join())

  test('a list read with another person’s credential is not shown', async () => {
    const [ada, eve] = [await proxy.signIn('ada'), await proxy.signIn('eve')]
    const names = await Promise.all([namesFor(ada), namesFor(eve), namesFor(ada)])
    expect(names).toEqual(['for ada', 'for eve', 'for ada'])
    expect(await namesFor(eve)).toBe('for eve')
    expect(timesRead()).toBe(2)
    expect(await find({}, await proxy.signIn('nobody'))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test('eight lists are cached, and the oldest is evicted for the next', async () => {
    const cookies: string[] = []
    for (let at = 1; at <= 9; at += 1) cookies.push(await proxy.signIn(`p${at}`))
    expect(await Promise.all(cookies.map(namesFor))).toEqual(cookies.map((_, at) => `for p${at + 1}`))
    expect(timesRead()).toBe(9)
    await namesFor(cookies[8] ?? '')
    expect(timesRead()).toBe(9)
    expect(await namesFor(cookies[0] ?? '')).toBe('for p1')
    expect(timesRead()).toBe(10)
  })
})

test('a failure is reported, and not cached', async () => {
  const failed = '],"result":{"status":"Failed","message":"The vault is away"}}'
  proxy.keys.answer(servingBy((_, response) => sendList(response, rowsOf(5_000, now), failed)))
  expect(await find()).toMatchObject({ code: 'REFUSED', message: 'The vault is away' })
  proxy.keys.answer(servingBy((_, response) => sendList(response, rowsOf(5_000, now), '')))
  expect(await find()).toMatchObject({ code: 'TRUNCATED' })
  proxy.keys.answer(servingBy(inFull))
  expect((await find()).total).toBe(20)
})

test('more than 1,000,000 rows are refused, and the next list is read', { timeout: 180_000 }, async () => {
  const rows = function* () {
    for (let at = 0; at <= 1_000_000; at += 1) yield { CertID: at }
  }
  proxy.keys.answer(servingBy((_, response) => sendList(response, rows())))
  expect(await find()).toMatchObject({ code: 'ANSWER_TOO_LARGE', message: 'The list has more than 1,000,000 rows' })
  proxy.keys.answer(servingBy(inFull))
  expect((await find()).total).toBe(20)
})
