import { authenticate } from '#contract/desktop/authentication.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { sendCommands } from '#contract/mdm/commands.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { updateDevice } from '#contract/mdm/devices.ts'
import { addressOf, csrfHeader, signIn } from '#contract/session.ts'
import { startServer } from '../support/server.ts'
import { startChild } from './child.ts'
import { figure } from './figures.ts'
import { load, medianMs } from './load.ts'

const calls = 60
const clients = 50
const seconds = 15

/** Lists over many records: what one call takes at the service, and how many the proxy answers to many at once. */
export async function benchLists(records: number, databaseUrl: string | undefined) {
  const start = performance.now()
  const server = await startServer(
    {
      TRIPTYCH_SEED: `large:${records}`,
      TRIPTYCH_DEMO_API_KEY: 'bench-key-of-the-first-run',
      ...(databaseUrl && { TRIPTYCH_DATABASE_URL: databaseUrl }),
    },
    15 * 60_000,
  )
  try {
    console.log(`\nLists of ${records} devices and ${records} desktops, ${databaseUrl ? 'PostgreSQL' : 'SQLite'}`)
    const maxSeconds = databaseUrl ? 90 : 60
    const startSeconds = (performance.now() - start) / 1000
    figure('first start', startSeconds, 's', records === 100_000 ? { goal: { atMost: maxSeconds } } : {})
    await serviceTimes(server)
    await editsDuringBulk(server)
    await proxyRate(server, databaseUrl ? 7.5 : 15)
  } finally {
    await server.stop()
  }
}
type Server = Awaited<ReturnType<typeof startServer>>

async function ask<R extends Endpoint>(base: string, endpoint: R, input: Input<R>, authorization: string) {
  const { target, method, headers, body } = toRequest(endpoint, input)
  const answer = await fetch(base + target, { method, headers: { ...headers, authorization }, body })
  return fromResponse(endpoint, { status: answer.status, headers: {}, body: await answer.text() })
}

async function serviceTimes({ ready, password }: Server) {
  const input = { username: 'admin', password, auth_type: 'local_authentication' } as const
  const { auth_data } = await ask(ready.desktop, authenticate, input, '')
  const token = auth_data?.auth_token ?? ''
  const devices = (given: Input<typeof listDevices>) => ask(ready.mdm, listDevices, given, 'bench-key-of-the-first-run')
  const computers = (given: Input<typeof listComputers>) => ask(ready.desktop, listComputers, given, token)
  const texts = ['kim', 'ber', 'son', 'a7', 'lap', 'mar', '02:', '10.', 'x9', 'ade']
  const text = (at: number) => texts[at % texts.length] + (at > 30 ? String(at % 10) : '')
  const search = (searchcolumn: 'resource_name' | 'ip_address') => (at: number) =>
    computers({ searchtype: searchcolumn, searchcolumn, searchvalue: text(at) })
  const cases: Record<string, (at: number) => Promise<unknown>> = {
    'devices, a page': (at) => devices({ offset: at * 50 }),
    'devices, a deep page, sorted': (at) => devices({ sort: '-last_contact_time', offset: 90_000 - at }),
    'devices, contains': (at) => devices({ search: text(at) }),
    'devices, filtered and sorted': (at) => devices({ platform: 'Android', sort: 'model', offset: at * 50 }),
    'desktops, a page': (at) => computers({ page: at }),
    'desktops, contains in the name': search('resource_name'),
    'desktops, contains in an address': search('ip_address'),
    'desktops, filtered and sorted': (at) =>
      computers({ platformfilter: ['1'], sort: '-agent_last_contact_time', page: at }),
  }
  for (const [name, call] of Object.entries(cases)) {
    figure(name, await medianMs(calls, call), 'ms', { more: 'median at the service' })
  }
}

const devicesInBulk = 5000

/** Somebody edits a device again and again while a command goes to very many others. */
async function editsDuringBulk({ ready }: Server) {
  const key = 'bench-key-of-the-first-run'
  const ids: string[] = []
  for (let offset = 0; ids.length < devicesInBulk; offset += 200) {
    const { rows } = await ask(ready.mdm, listDevices, { limit: 200, offset }, key)
    if (rows.length === 0) break
    ids.push(...rows.map(({ device_id = '' }) => device_id))
  }
  const [edited = '', ...others] = ids
  const sent = new AbortController()
  const input = { action_name: 'scan', device_ids: others } as const
  const sending = ask(ready.mdm, sendCommands, input, key).finally(() => sent.abort())
  const times: number[] = []
  while (!sent.signal.aborted) {
    const start = performance.now()
    await ask(ready.mdm, updateDevice, { device_id: edited, asset_tag: `bench ${times.length}` }, key)
    times.push(performance.now() - start)
  }
  await sending
  times.sort((one, other) => one - other)
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN
  const more = `p99 of ${times.length} edits during a command to ${others.length} devices`
  figure('an edit meanwhile', p99, 'ms', { more, goal: { atMost: 200 } })
}

async function proxyRate({ ready, password }: Server, minPercent: number) {
  const headers = { 'content-type': 'application/json', [csrfHeader]: '1' }
  const signedIn = await fetch(ready.console + addressOf(signIn), {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'admin', password }),
  })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  let at = 0
  const listing = () => ({
    method: 'POST' as const,
    path: addressOf(listDevices),
    headers: { ...headers, cookie },
    body: JSON.stringify({ limit: 50, offset: (at++ % 100) * 50 }),
  })
  const page = await fetch(ready.console + addressOf(listDevices), { ...listing() })
  const bytes = (await page.arrayBuffer()).byteLength
  const proxy = await load(ready.console, listing, { clients, seconds })
  const bare = await bareRate(bytes)
  const line = (name: string, { perSecond, medianMs, p99Ms, failures }: typeof proxy) =>
    figure(name, perSecond, 'answers/s', {
      more: `median ${medianMs.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms${failures ? `, ${failures} failed` : ''}`,
    })
  line(`${clients} clients through the proxy`, proxy)
  line(`${clients} clients of a bare Node server`, bare)
  const percent = (100 * proxy.perSecond) / bare.perSecond
  figure('the proxy, of the bare server', percent, '%', { goal: { atLeast: minPercent } })
  figure('p99 of the proxy, of its median', proxy.p99Ms / proxy.medianMs, 'times', { goal: { atMost: 3 } })
}

async function bareRate(bytes: number) {
  const bare = await startChild('bare-server.ts', String(bytes))
  const measured = await load(bare.origin, () => ({ method: 'GET', path: '/' }), { clients, seconds })
  bare.stop()
  return measured
}
