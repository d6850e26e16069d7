import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestIdHeader } from '#contract/http/request-id.ts'
import { buildIfStale } from '#server/build.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { startServer } from '../support/server.ts'

let server: Awaited<ReturnType<typeof startServer>>
let cookie = ''
beforeAll(async () => {
  await buildIfStale()
  const password = randomBytes(12).toString('base64url')
  const url = noPostgres ? undefined : await (await startPostgres()).createDatabase('observability')
  server = await startServer({
    TRIPTYCH_SEED: 'empty',
    TRIPTYCH_FIRST_ADMIN: `operator:${password}`,
    TRIPTYCH_METRICS_PORT: '0',
    ...(url && { TRIPTYCH_DATABASE_URL: url }),
  })
  const signedIn = await call('session.signIn', { username: 'operator', password })
  cookie = [signedIn.headers['set-cookie']].flat()[0]?.split(';')[0] ?? ''
}, 120_000)
afterAll(() => server.stop())

async function call(row: string, input: object, headers: Record<string, string> = {}) {
  const answer = await request(`${server.ready.console}/api/${row}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-triptych': '1', cookie, ...headers },
    body: JSON.stringify(input),
  })
  const value = (await answer.body.json()) as Record<string, unknown>
  return { status: answer.statusCode, headers: answer.headers, value, requestId: answer.headers[requestIdHeader] }
}

/** What the log says of one call: the console's line and the one of the service that it asked. */
const loggedFor = (requestId: string) =>
  server
    .stderr()
    .split('\n')
    .slice(0, -1) // what is not yet a whole line
    .filter((line) => line.includes(`"request":"${requestId}"`))
    .map((line) => JSON.parse(line) as { event: string; route?: string; operation?: string })

test('a call has one id: in the answer, in the log of the console, and in the log of the service', async () => {
  const ids = { mdm: randomUUID(), keys: randomUUID() }
  expect((await call('mdm.listDevices', {}, { [requestIdHeader]: ids.mdm })).requestId).toBe(ids.mdm)
  expect((await call('keys.listSshKeys', {}, { [requestIdHeader]: ids.keys })).requestId).toBe(ids.keys)
  const isOfList = ({ event, route }: ReturnType<typeof loggedFor>[number]) =>
    event === 'request' && route === 'mdm.listDevices'
  await expect.poll(() => loggedFor(ids.mdm).filter(isOfList), { timeout: 20_000 }).toHaveLength(2)
  const calls = () => loggedFor(ids.keys).map(({ route, operation }) => route ?? operation)
  await expect.poll(calls, { timeout: 20_000 }).toEqual(expect.arrayContaining(['keys.listSshKeys', 'getAllSSHKeys']))
})

test('a call that fails answers its id as well', async () => {
  const id = randomUUID()
  const { status, requestId } = await call('mdm.getDevice', { device_id: '1' }, { [requestIdHeader]: id })
  expect([status >= 400, requestId]).toEqual([true, id])
})

test.each(['', 'x', `${randomUUID()}\u00e9`, randomUUID().toUpperCase(), `${randomUUID()},${randomUUID()}`])(
  'an id that is none is replaced: %j',
  async (given) => {
    const { requestId } = await call('session.current', {}, { [requestIdHeader]: given })
    expect(requestId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(requestId).not.toBe(given)
  },
)

/** A line of the text format: comment, or name, labels and value. */
const line =
  /^(# (HELP|TYPE) [a-z_][a-z0-9_]* \S.*|[a-z_][a-z0-9_]*(\{([a-z_]+="[^"\n]*",?)+\})? (\+Inf|NaN|-?[0-9.]+(e[-+]?\d+)?))$/

const metrics = async () => {
  const { metrics: url = '' } = server.ready as Record<string, string>
  const answer = await request(url)
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4')
  return answer.body.text()
}

test('Prometheus reads calls by endpoint and status, upstream latency, lag, sessions and audit', async () => {
  await call('mdm.listDevices', {})
  const text = await metrics()
  expect(text.split('\n').filter((one) => one !== '' && !line.test(one))).toEqual([])
  for (const expected of [
    /^triptych_http_requests_total\{port="console",endpoint="mdm\.listDevices",status="200"\} \d+$/m,
    /^triptych_http_requests_total\{port="services",endpoint="mdm\.listDevices",status="200"\} \d+$/m,
    /^triptych_http_requests_total\{port="keys",endpoint="keys\.listSshKeys",status="200"\} \d+$/m,
    /^triptych_http_request_duration_seconds_bucket\{le="0\.1",port="console",endpoint="mdm\.listDevices"\} \d+$/m,
    /^triptych_upstream_request_duration_seconds_count\{service="mdm",outcome="answered"\} [1-9]\d*$/m,
    /^nodejs_eventloop_lag_seconds \S+$/m,
    /^triptych_sessions 1$/m,
    /^triptych_audit_entries\{chain="console"\} [1-9]\d*$/m,
    /^triptych_audit_entries\{chain="keys"\} \d+$/m,
    ...(noPostgres ? [] : [/^triptych_database_pool_connections\{state="idle"\} \d+$/m]),
    ...(noPostgres ? [] : [/^triptych_database_pool_waiting \d+$/m]),
  ]) {
    expect(text).toMatch(expected)
  }
})

test('no metric names a person, an address or a path that somebody made up', async () => {
  await request(`${server.ready.console}/made-up-path`, { headers: { accept: 'text/html' } })
  await request(`${server.ready.desktop}/made-up-path`)
  const text = await metrics()
  expect(text).not.toMatch(/operator|127\.0\.0\.1|made-up/)
})

test('metrics are on a port of their own only', async () => {
  for (const origin of [server.ready.console, server.ready.desktop]) {
    const answer = await request(`${origin}/metrics`, { headers: { accept: 'text/plain' } })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(await answer.body.text()).not.toContain('triptych_')
  }
  const { metrics: url = '' } = server.ready as Record<string, string>
  expect((await request(new URL('/', url))).statusCode).toBe(404)
})
