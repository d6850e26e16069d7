// The index of computers stays what the server has, whatever happens on the way, and says when it is not.
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { computerIndex } from '#contract/fleet/computer-endpoints.ts'
import type { JsonObject } from '#contract/json.ts'
import { desktopAnswers, type Proxy, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'

const pace = { recordsPerSecond: 100_000, lookMs: 50, idleMs: 50, retryMs: 50, walkMs: 50 }
const ours = 'only-of-the-console'
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function start(options: Parameters<typeof startProxy>[0] = {}) {
  const proxy = await startProxy({ fleetPace: pace, desktopBackground: ours, ...options })
  stops.push(() => proxy.stop())
  return { proxy, cookie: await proxy.signIn('chief') }
}

/** A server of computers that a test controls. */
function computerServer({ desktop }: Proxy) {
  const computers = new Map<string, JsonObject>()
  const server = {
    computers,
    refusal: undefined as number | undefined,
    /** Rows that the server counts and does not list. */
    hidden: 0,
    /** How many the bearer of a credential sees. */
    sees: (_credential: string) => Infinity,
    /** How many of the list of scans; undefined: it is refused. */
    seesScans: (_credential: string): number | undefined => Infinity,
    details: 0,
    put: (id: string, more: JsonObject = {}) =>
      void computers.set(id, { resource_id: id, resource_name: `Desk ${id}`, ...computers.get(id), ...more }),
  }
  const list = (name: string, rows: readonly JsonObject[], total = rows.length) => ({
    message_type: name,
    message_response: { total, [name]: rows },
    message_version: '1.0',
    status: 'success',
  })
  desktop.answer((request, response) => {
    const { url, headers } = request
    if (url.includes('/desktop/')) return desktopAnswers(request, response)
    const { pathname, searchParams } = new URL(url, 'http://server.test')
    if (server.refusal !== undefined)
      return json(response, { error_code: '10001', error_description: 'Not now' }, server.refusal)
    const all = [...computers.values()]
    const [page, limit] = [Number(searchParams.get('page') ?? 0), Number(searchParams.get('pagelimit') ?? 25)]
    const rows = all.slice(page * limit, (page + 1) * limit)
    const one = computers.get(searchParams.get('resid') ?? '')
    if (pathname.endsWith('/som/computers')) {
      const shown = rows.map(({ disks: _disks, last_successful_scan: _scan, ...row }) => row)
      const total = Math.min(all.length + server.hidden, server.sees(headers.authorization ?? ''))
      return json(response, list('computers', shown, total))
    }
    if (pathname.endsWith('/inventory/scancomputers')) {
      const sees = server.seesScans(headers.authorization ?? '')
      if (sees === undefined)
        return json(response, { error_code: '10003', error_description: 'Inventory is not yours' }, 403)
      const shown = rows.map(({ resource_id = '', last_successful_scan = -1 }) => ({
        resource_id,
        last_successful_scan,
      }))
      return json(response, list('scancomputers', shown, Math.min(all.length, sees)))
    }
    if (pathname.endsWith('/inventory/compdetailssummary')) {
      server.details += 1
      const summary = { computer_disk_summary: { disks: one?.disks ?? [] } }
      return one
        ? json(response, { message_type: 'compdetailssummary', message_response: { compdetailssummary: summary } })
        : json(response, { error_code: '10022' }, 404)
    }
    return json(response, list('installedsoftware', []))
  })
  return server
}
const disk = (free_size: number) => [{ disk_name: 'C:', file_system: 'NTFS', total_size: 100, free_size }]

function queries(proxy: Proxy, cookie: string) {
  const ask = (query = '') => proxy.call('console.queryComputers', { query, limit: 200 }, cookie)
  return {
    ask,
    total: async (query?: string) => (await ask(query)).value.total,
    state: async () => (await ask()).value.state,
  }
}
const within = { timeout: 60_000, interval: 100 }

test('computers are added, scanned again and removed', async () => {
  const { proxy, cookie } = await start()
  const server = computerServer(proxy)
  for (let n = 1; n <= 520; n += 1) server.put(String(n), { disks: disk(50), last_successful_scan: 1_700_000_000_000 })
  const { total, state } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'ready', devices: 520, detailed: 520 })
  expect(await total('disk<10%')).toBe(0)
  const { details } = server
  server.put('7', { disks: disk(9), last_successful_scan: 1_700_000_100_000, branch_office_name: 'Porto' })
  server.computers.delete('9')
  await expect.poll(() => total('disk<10% office:Porto'), within).toBe(1)
  await expect.poll(state, within).toMatchObject({ state: 'ready', devices: 519, detailed: 519 })
  // Those that were not scanned are not read again.
  expect(server.details).toBeLessThan(details + 50)
  const { value } = await proxy.call('console.listComputerChanges', { resource_id: '7' }, cookie)
  const changes = (value.changes as JsonObject[]).map(({ field, after }) => [field, after])
  expect(changes).toContainEqual(['branch_office_name', 'Porto'])
  const none = await proxy.call('console.listComputerChanges', { resource_id: '8' }, cookie)
  expect(none.value.changes).toEqual([])
}, 120_000)

test('if the list has fewer rows than it counts, no computer is marked as removed', async () => {
  const { proxy, cookie } = await start()
  const server = computerServer(proxy)
  for (let n = 1; n <= 3; n += 1) server.put(String(n))
  const { total, state } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'ready', devices: 3, detailed: 3 })
  server.hidden = 1
  server.computers.delete('2')
  server.put('3', { branch_office_name: 'Faro' })
  await expect.poll(() => total('office:Faro'), within).toBe(1)
  expect(await total()).toBe(3)
  server.hidden = 0
  await expect.poll(() => total(), within).toBe(2)
}, 120_000)

test('an outage is survived, and the state says so meanwhile', async () => {
  const { proxy, cookie } = await start()
  const server = computerServer(proxy)
  server.put('1')
  const { state } = queries(proxy, cookie)
  await expect.poll(state, within).toMatchObject({ state: 'ready', detailed: 1 })
  // As the database has it: a person's own question would be refused by the server as well.
  const problem = async () =>
    (await sql<{ problem: string }>`select problem from fleet_computers_site`.execute(proxy.tables)).rows[0]?.problem
  server.refusal = 500
  await expect.poll(problem, within).not.toBe('')
  server.put('2')
  server.refusal = undefined
  await expect.poll(problem, within).toBe('')
  await expect.poll(state, within).toMatchObject({ state: 'ready', devices: 2, detailed: 2 })
}, 120_000)

test('without a credential of the console, the state says so and nothing is claimed', async () => {
  const { proxy, cookie } = await start({ desktopBackground: undefined })
  computerServer(proxy).put('1')
  await expect.poll(queries(proxy, cookie).state, within).toMatchObject({ state: 'no-credential', devices: 0 })
}, 120_000)

test('a user who sees fewer computers than the console gets no result', async () => {
  const { proxy, cookie } = await start()
  const server = computerServer(proxy)
  for (let n = 1; n <= 5; n += 1) server.put(String(n))
  await expect.poll(queries(proxy, cookie).state, within).toMatchObject({ state: 'ready', detailed: 5 })
  server.sees = (credential) => (credential.includes(ours) ? Infinity : 3)
  const { proxy: other, cookie: few } = await start({ beside: proxy })
  const { status, value } = await queries(other, few).ask()
  expect([status, value.code, value.message]).toEqual([
    403,
    'SEES_LESS',
    'Shown only to those who can see everything on the server. You can see 3 of the 5 computers of this server.',
  ])
  const inputs: Record<keyof typeof computerIndex, JsonObject> = {
    getComputerIndex: {},
    listComputerChanges: { resource_id: '1' },
    lookUpComputers: { text: 'kim' },
    queryComputers: { query: 'office:Lisboa' },
    readQueriedComputers: { query: 'office:Lisboa' },
    countComputerValues: { query: '', field: 'os_name' },
    readComputerValues: { ids: ['1'], columns: ['os_name'] },
  }
  for (const [name, input] of Object.entries(inputs)) {
    const answer = await other.call(`console.${name}`, input, few)
    expect([name, answer.status, answer.value.code]).toEqual([name, 403, 'SEES_LESS'])
    const all = await proxy.call(`console.${name}`, input, cookie)
    expect([name, all.status]).toEqual([name, 200])
  }
}, 120_000)

test.each([
  { sees: undefined, why: 'The server refuses you what it keeps of all computers' },
  { sees: 2, why: 'You can see what the server keeps of 2 of the 5 computers' },
])(
  'who sees inventory of $sees of five computers is answered nothing',
  async ({ sees, why }) => {
    const { proxy, cookie } = await start()
    const server = computerServer(proxy)
    for (let n = 1; n <= 5; n += 1) server.put(String(n))
    await expect.poll(queries(proxy, cookie).state, within).toMatchObject({ state: 'ready', detailed: 5 })
    server.seesScans = (credential) => (credential.includes(ours) ? Infinity : sees)
    const { proxy: other, cookie: few } = await start({ beside: proxy })
    const { status, value } = await queries(other, few).ask()
    expect([status, value.code, value.message]).toEqual([
      403,
      'SEES_LESS',
      `Shown only to those who can see everything on the server. ${why}.`,
    ])
  },
  120_000,
)
