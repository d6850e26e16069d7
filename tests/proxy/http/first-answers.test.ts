import { afterAll, beforeAll, expect, test } from 'vitest'
import { toWireInput } from '#contract/http/http.ts'
import { defaultDialect } from '#contract/dialect.ts'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { currentSession } from '#contract/session.ts'
import { searchedCachedList } from '#components/lists/cached-list.ts'
import { inputOf } from '#components/lists/use-server-list.ts'
import { findRequests } from '#contract/console/request-list.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { certificates } from '#pages/certificates/inventory/certificate-search.ts'
import { computers } from '#pages/desktops/computers/computer-search.ts'
import { deviceList, deviceSearch } from '#pages/devices/list/device-search.ts'
import { paths } from '#paths.ts'
import { type Proxy, secret, startProxy } from '../../support/proxy.ts'
import { type Answer, json } from '../../support/upstream.ts'

const markup = '</script><script>alert(1)</script><!-- &quot;'
const ofSession = `${currentSession.id} {}`
/** As the list asks, whatever its page is made of. */
const ofList = `${listDevices.id} ${stringifyJson(toWireInput(listDevices, inputOf(deviceList, deviceSearch.defaults)))}`

let proxy: Proxy
let cookie: string
beforeAll(async () => {
  const page = (nonce: string) =>
    `<!doctype html><html lang="en"><script nonce="${nonce}"></script><body></body></html>`
  proxy = await startProxy({ assets: { page, find: () => undefined } })
  proxy.mdm.answer(devices)
  cookie = await proxy.signIn()
})
afterAll(() => proxy.stop())

const devices: Answer = (_request, response) =>
  json(response, { devices: [{ device_id: '1', device_name: markup }], metadata: { total_record_count: total } })
let total = 2

const opens = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  proxy.send(path, method, { ...opens, cookie, ...headers })

/** What a browser finds in the page: what it need not ask, and the answers that came. */
function carriedIn(page: string) {
  const [, names = ''] = /<html data-early="([^"]*)"/.exec(page) ?? []
  const found = page.matchAll(/<script type="application\/json" data-answer="([^"]*)">([^<]*)<\/script><script nonce/g)
  const answers = [...found].map(([, head = '', body = '']) => {
    const { key, status } = JSON.parse(unescaped(head)) as { key: string; status: number }
    return [key, { status, body }] as const
  })
  return { names: JSON.parse(unescaped(names) || '[]') as string[], answers: new Map(answers) }
}
const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

test('the list of devices carries its session and first rows, as the console would get them', async () => {
  const { text, headers } = await open(paths.devices)
  const { names, answers } = carriedIn(text)
  expect(names.slice(0, 2)).toEqual([ofSession, ofList])
  expect([...answers.keys()]).toEqual(names)
  const session = await proxy.call(currentSession.id, {}, cookie)
  expect(answers.get(ofSession)).toEqual({ status: 200, body: session.text })
  expect(parseJson(answers.get(ofList)?.body ?? '')).toMatchObject({ devices: [{ device_name: markup }] })
  expect(text.match(/<script/g), 'no script of what a device is called').toHaveLength(1 + 2 * names.length)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-accel-buffering'], 'for nginx').toBe('no')
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  expect([...text.matchAll(/<script nonce="([^"]+)"/g)].map(([, one]) => one)).toEqual(
    Array.from({ length: 1 + names.length }, () => nonce),
  )
  expect(text.endsWith('</body></html>')).toBe(true)
})

test('other lists carry their first rows, asked for as their pages do', async () => {
  const keyOf = (endpoint: Endpoint, input: object) =>
    `${endpoint.id} ${stringifyJson(toWireInput(endpoint, input as Input<Endpoint>))}`
  const kept = (endpoint: typeof findRequests | typeof findSshKeys) => {
    const list = searchedCachedList('any', endpoint, [])
    return keyOf(endpoint, inputOf(list, list.address.defaults))
  }
  const keys = {
    [paths.desktops]: keyOf(computers.endpoint, inputOf(computers, computers.address.defaults)),
    [paths.certificates]: keyOf(certificates.endpoint, inputOf(certificates, certificates.address.defaults)),
    [paths.requests]: kept(findRequests),
    [paths.sshKeys]: kept(findSshKeys),
  }
  for (const [path, key] of Object.entries(keys))
    expect(carriedIn((await open(path)).text).names, path).toEqual([ofSession, key])
})

test('each of them is a call like others, in the log', async () => {
  const before = proxy.log.length
  await open(paths.devices)
  const routes = proxy.log.slice(before).map((line) => (JSON.parse(line) as { route?: string }).route)
  expect(routes.filter((route) => route === listDevices.id)).toHaveLength(2)
  expect(routes).toContain(currentSession.id)
})

test('other pages carry the session alone', async () => {
  for (const path of [paths.overview, `${paths.devices}?search=x`, paths.device('1')])
    expect(carriedIn((await open(path)).text).names).toEqual([ofSession])
})

test('nothing is carried but to a browser that is signed in and opens a page', async () => {
  const pages = [
    await open(paths.devices, { cookie: '' }),
    await open(paths.devices, { 'sec-fetch-dest': 'empty' }),
    await open(paths.devices, { 'sec-fetch-dest': 'iframe' }),
    await open(paths.devices, {}, 'HEAD'),
  ]
  for (const { text } of pages) {
    expect(carriedIn(text)).toEqual({ names: [], answers: new Map() })
    expect(text).not.toContain('device_name')
  }
})

test('a page of all devices needs no other by which one tells whether its parameters count', async () => {
  total = 1
  const { names, answers } = carriedIn((await open(paths.devices)).text)
  expect([...answers.keys()]).toEqual([ofSession, ofList])
  expect(names).toHaveLength(3)
  total = 2
})

test('a refusal is carried, too; of a session that is over, that it is, and nothing else', async () => {
  const refused = carriedIn((await open(paths.devices, { cookie: await proxy.signIn('nobody') })).text)
  expect(refused.answers.get(ofList)).toMatchObject({ status: 403 })
  const gone = await proxy.signIn('writer')
  await proxy.call('session.signOut', {}, gone)
  const { answers } = carriedIn((await open(paths.devices, { cookie: gone })).text)
  expect([...answers]).toEqual([[ofSession, { status: 200, body: '{"state":"signed-out"}' }]])
})

test('the page comes before the answers', async () => {
  const asked = Promise.withResolvers<() => void>()
  proxy.mdm.answer((request, response) => asked.resolve(() => devices(request, response)))
  const response = await fetch(proxy.origin + paths.devices, { headers: { ...opens, cookie } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  expect(text).toContain('<body>')
  expect(text).not.toContain('data-answer')
  const answer = await asked.promise
  proxy.mdm.answer(devices)
  answer()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) text += part.value
  expect([...carriedIn(text).answers.keys()]).toContain(ofList)
  expect(text.endsWith('</body></html>')).toBe(true)
})

test('an answer that breaks off or is long is left out, and the page is whole', async () => {
  const row = { device_id: '1', device_name: 'x'.repeat(1000) }
  const long = JSON.stringify({
    devices: Array.from({ length: 300 }, () => row),
    metadata: { total_record_count: 300 },
  })
  const broken: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(long.length) })
    response.write(long.slice(0, 100_000), () => setTimeout(() => response.destroy(), 50))
  }
  for (const answer of [broken, ((_request, response) => json(response, long)) satisfies Answer]) {
    proxy.mdm.answer(answer)
    const { text } = await open(paths.devices)
    expect([...carriedIn(text).answers.keys()]).toEqual([ofSession])
    expect(text.endsWith('</body></html>')).toBe(true)
  }
  proxy.mdm.answer(devices)
})

test('a page that a browser fetches ahead, or a proxy that speaks HTTP/1.0, carries nothing', async () => {
  expect(carriedIn((await open(paths.devices, { 'sec-purpose': 'prefetch' })).text).names).toEqual([])
  const head = Object.entries({ ...opens, cookie, host: new URL(proxy.origin).host }).map((pair) => pair.join(': '))
  const text = await proxy.raw(`GET ${paths.devices} HTTP/1.0\r\n${head.join('\r\n')}\r\n\r\n`)
  expect(text).toContain('data-early="[]"')
  expect(text.trimEnd().endsWith('</body></html>')).toBe(true)
})

test('where there are several sites, the session is that of the site in the address', async () => {
  const [desktop, mdm] = [proxy.desktop, proxy.mdm].map(({ url }) => url)
  const connection = { dialect: defaultDialect }
  const site = (name: string) => ({
    name,
    title: name,
    connections: {
      desktop: { ...connection, name: `${name}-desktop`, baseUrl: desktop ?? proxy.desktop.url },
      mdm: { ...connection, name: `${name}-mdm`, baseUrl: mdm ?? proxy.mdm.url },
    },
  })
  const page = (nonce: string) => `<!doctype html><html><script nonce="${nonce}"></script><body></body></html>`
  const two = await startProxy({ sites: [site('a'), site('b')], assets: { page, find: () => undefined } })
  const signedIn = await two.call('session.signIn', { username: 'admin', password: secret.password }, '', {
    'x-triptych': 'a',
  })
  const namesAt = async (path: string) =>
    carriedIn((await two.send(path, 'GET', { ...opens, cookie: signedIn.cookie })).text).names
  expect(await namesAt('/sites/a/devices')).toHaveLength(3)
  expect(await namesAt('/sites/a')).toEqual([ofSession])
  expect(await namesAt('/sites/b')).toEqual([])
  expect(await namesAt('/sites/b/devices')).toEqual([])
  await two.stop()
})
