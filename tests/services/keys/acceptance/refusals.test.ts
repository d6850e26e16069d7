// What key management refuses before an operation begins, and how it says so.
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { rawBytes, rawDocuments } from '../edge/raw-documents.ts'
import { statedOperations } from './stated-operations.ts'
import { encoded } from './wire-calls.ts'
import { apiKey, startWire, type Wire } from './wire.ts'

let wire: Wire
beforeAll(async () => {
  wire = await startWire()
})
afterAll(() => wire.stop())
afterEach(() => vi.useRealTimers())

const path = '/api/pki/restapi/'
const failed = (message: unknown = expect.stringMatching(/./)) => ({ status: 'Failed', message })

describe('the 43 names', () => {
  test.each(statedOperations)(
    '%s takes %s only, in its own letter case, and with a key',
    async (apiName, method, name = apiName) => {
      const envelope = (message?: unknown) =>
        name === 'Status'
          ? { Status: 'Failed', Message: message ?? (expect.any(String) as unknown) }
          : { name, result: failed(message) }
      for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        if (other === method || (apiName === 'discoverUnmanagedCert' && other === 'POST')) continue
        const { status, headers, json } = await wire.ask(path + apiName, { method: other })
        expect([other, status, headers.allow]).toEqual([other, 405, expect.stringContaining(method)])
        expect(json()).toEqual(envelope())
      }
      for (const spelt of [
        apiName.toUpperCase(),
        apiName.toLowerCase(),
        apiName.replace(/^./, (mark) => mark.toUpperCase()),
      ]) {
        if (spelt === apiName) continue
        expect([spelt, (await wire.ask(path + spelt, { method })).status]).toEqual([spelt, 404])
      }
      for (const key of ['', 'wrong', `${apiKey}x`, apiKey.toUpperCase()]) {
        const { status, json } = await wire.ask(path + apiName, { method, key })
        expect([key, status, json()]).toEqual([key, 401, envelope(expect.stringContaining('AUTHTOKEN'))])
      }
    },
  )

  test('are these and no others', () => {
    expect(new Set(statedOperations.map(([apiName]) => apiName)).size).toBe(43)
  })
})

describe('the key', () => {
  const list = `${path}getAllSSHKeys`

  test('of another host is refused', async () => {
    const hasMore = process.platform === 'linux' && networkInterfaces().lo !== undefined // else loopback is one address
    if (!hasMore) return
    const asked = request(wire.origin, {
      path: list,
      ca: wire.ca,
      localAddress: '127.0.0.2',
      headers: { AUTHTOKEN: apiKey },
    })
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve).once('error', reject).end()
    })
    expect(incoming.statusCode).toBe(401)
    expect(await text(incoming)).toContain('tied to another host')
  })

  test('may stand in the address, and is then in no log', async () => {
    const inUrl = await wire.ask(`${list}/AUTHTOKEN=${apiKey}`, { key: '' })
    expect([inUrl.status, inUrl.json().name]).toEqual([200, 'getAllSSHKeys'])
    const post = `${path}getSSHKey/AUTHTOKEN=${apiKey}?${encoded({ keyName: 'nobody' })}`
    expect((await wire.ask(post, { key: '', method: 'POST' })).json()).toMatchObject({
      result: failed(expect.stringMatching(/^keyName/)),
    })
    expect((await wire.ask(`${list}/AUTHTOKEN=wrong`, { key: '' })).status).toBe(401)
    expect((await wire.ask(`${list}/authtoken=${apiKey}`, { key: '' })).status).not.toBe(200)
    expect(wire.running.logged.join('\n')).not.toMatch(new RegExp(`${apiKey}|nobody|AUTHTOKEN=`))
  })

  test('is dead as soon as it is regenerated', async () => {
    const made = (await wire.own('generateApiKey', { name: 'another' })).json().details as {
      id: number
      apiKey: string
    }
    const status = async (key: string) => (await wire.ask(list, { key })).status
    expect(await status(made.apiKey)).toBe(200)
    const renewed = (await wire.own('regenerateApiKey', { id: made.id })).json().details as { apiKey: string }
    expect([await status(made.apiKey), await status(renewed.apiKey)]).toEqual([401, 200])
    await wire.own('revokeApiKey', { id: made.id })
    expect(await status(renewed.apiKey)).toBe(401)
  })
})

describe('INPUT_DATA', () => {
  test('that is malformed is refused with 400 and quoted nowhere, in the address and in a form', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const before = (await wire.get('getAllSSHKeys')).text
    const bodies = [...rawDocuments.map(([what, raw]) => [what, encodeURIComponent(raw)]), ...rawBytes]
    for (const [what = '', raw = ''] of bodies) {
      const body = `INPUT_DATA=${raw}`
      const asked =
        body.length < 200_000
          ? [{ search: `?${body}` }, { search: '', headers: form, body }]
          : [{ search: '', headers: form, body }]
      for (const { search, ...rest } of asked) {
        const { status, json } = await wire.ask(`${path}getSSHKey${search}`, { method: 'POST', ...rest })
        expect([what, status, json()]).toEqual([
          what,
          400,
          { name: 'getSSHKey', result: failed(expect.stringContaining('INPUT_DATA')) },
        ])
      }
    }
    expect((await wire.get('getAllSSHKeys')).text).toBe(before)
  }, 120_000)

  test('that is missing, given twice, or has one field too large is refused', async () => {
    const status = async (search: string, body?: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (
        await wire.ask(`${path}getSSHKey${search}`, { method: 'POST', ...(body !== undefined && { headers, body }) })
      ).status
    }
    const good = encoded({ keyName: 'a' })
    expect(await status('')).toBe(400)
    expect(await status(`?${good}&${good}`)).toBe(400)
    expect(await status(`?${good}`, good)).toBe(400)
    expect(await status(`?${good.replace('INPUT_DATA', 'input_data')}`)).toBe(400)
    expect(await status('', encoded({ keyName: 'x'.repeat(65_536) }))).toBe(413)
    expect(await status('', encoded({ keyName: 'x'.repeat(65_400) }))).toBe(200) // understood, and refused by the operation
  })

  test.each([
    ['addSSHKey', 'File', { keyName: 'a' }],
    ['addCertificate', 'File', { fileType: 'CERTFILE' }],
    ['importCSR', 'CSR', {}],
    ['importCSR', 'Key', {}],
    ['sslCertFileBasedDiscovery', 'File', { FileName: 'a', TIMEOUT: '1', PORT: 1 }],
    ['discoverUnmanagedCert', 'File', {}],
  ])('of %s does not take a part %s of more than 1 MiB', async (apiName, part, details) => {
    const method = apiName === 'discoverUnmanagedCert' ? 'GET' : 'POST'
    const asked = await wire.upload(apiName, details, { [part]: new Uint8Array(1024 * 1024 + 1) }, method)
    expect([asked.status, asked.text]).toEqual([413, expect.stringContaining('Failed')])
  })
})

test.each([
  [{ VALIDITY: '0' }, 'VALIDITY'],
  [{ VALIDITY: '-1' }, 'VALIDITY'],
  [{ VALIDITY: '36501' }, 'VALIDITY'],
  [{ VALIDITY_TYPE: 'Days' }, 'VALIDITY_TYPE'],
  [{ ALG: 'rsa' }, 'ALG'],
  [{ ALG: 'EC', LEN: '2048' }, 'LEN'],
  [{ LEN: '512' }, 'LEN'],
  [{ SIGALG: 'SHA1' }, 'SIGALG'],
  [{ StoreType: 'pkcs12' }, 'StoreType'],
  [{ COUNTRY: 'DEU' }, 'COUNTRY'],
  [{ CNAME: '' }, 'CNAME'],
  [{ CNAME: 'x'.repeat(65) }, 'CNAME'],
  [{ CNAME: undefined }, 'CNAME'],
  [{ ALT_NAMES: 'a b' }, 'ALT_NAMES'],
  [{ ALT_NAMES: '999.1.1.1' }, 'ALT_NAMES'],
] as [object, string][])(
  'createCSR and createCertificate refuse %o by the name of the field',
  async (change, field) => {
    const wish = { CNAME: 'a.example.com', ALG: 'RSA', LEN: '2048', VALIDITY: '1', VALIDITY_TYPE: 'days', ...change }
    for (const name of ['createCSR', 'createCertificate']) {
      const { status, json } = await wire.post(name, wish)
      expect([status, json()]).toEqual([200, { name, result: failed(expect.stringContaining(field)) }])
    }
  },
)

test('the 61st secret in a minute is refused with Retry-After, to that key only, until the minute is over', async () => {
  await wire.post('createsshkey', { keyName: 'often asked for', passPhrase: 'a secret', keyType: 'ed25519' })
  const other = (await wire.own('generateApiKey', { name: 'other' })).json().details as { apiKey: string }
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.now()
  const reveal = (key?: string) => wire.get('getSSHKeyPassphrase', { keyName: 'often asked for' }, key ? { key } : {})
  for (let count = 1; count <= 60; count++) expect((await reveal()).status).toBe(200)
  vi.setSystemTime(start + 20_000)
  const { status, headers, json } = await reveal()
  expect([status, headers['retry-after']]).toEqual([429, '40'])
  expect(json()).toEqual({ name: 'getSSHKeyPassphrase', result: failed() })
  expect((await wire.post('exportSSHKey', { keyName: 'often asked for' })).status).toBe(429)
  expect((await wire.post('getSSHKey', { keyName: 'often asked for' })).status).toBe(200)
  expect((await reveal(other.apiKey)).status).toBe(200)
  vi.setSystemTime(start + 60_001)
  expect((await reveal()).status).toBe(200)
})
