import { afterAll, beforeAll, expect, test } from 'vitest'
import { toWireInput } from '#contract/http/http.ts'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { currentSession } from '#contract/session.ts'
import { searchedKeptList } from '#components/lists/kept-list.ts'
import { inputOf } from '#components/lists/use-server-list.ts'
import { findRequests } from '#contract/console/request-list.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { certificates } from '#pages/certificates/inventory/certificate-search.ts'
import { computers } from '#pages/desktops/computers/computer-search.ts'
import { deviceList, deviceSearch } from '#pages/devices/list/device-search.ts'
import { paths } from '#paths.ts'
import { type Proxy, startProxy } from '../../support/proxy.ts'
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
  json(response, { devices: [{ device_id: '1', device_name: markup }], metadata: { total_record_count: 1 } })

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
  const kept = (endpoint: Endpoint) => {
    const list = searchedKeptList('any', endpoint, [])
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

test('a refusal is carried, too; of a session that is over, that it is', async () => {
  const refused = carriedIn((await open(paths.devices, { cookie: await proxy.signIn('nobody') })).text)
  expect(refused.answers.get(ofList)).toMatchObject({ status: 403 })
  const gone = await proxy.signIn('writer')
  await proxy.call('session.signOut', {}, gone)
  const { answers } = carriedIn((await open(paths.devices, { cookie: gone })).text)
  expect(answers.get(ofSession)?.body).toBe('{"state":"signed-out"}')
  expect(answers.get(ofList)).toMatchObject({ status: 401 })
})

test('the page comes before the answers, and ends without those that take long', async () => {
  const asked = Promise.withResolvers<void>()
  proxy.mdm.answer(() => asked.resolve()) // and never answers
  const response = await fetch(proxy.origin + paths.devices, { headers: { ...opens, cookie } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  expect(first?.value).toContain('<body>')
  await asked.promise
  let rest = ''
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) rest += part.value
  expect([...carriedIn(`${first?.value}${rest}`).answers.keys()]).toEqual([ofSession])
  expect(rest).toContain('</html>')
  proxy.mdm.answer(devices)
})
