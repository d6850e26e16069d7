import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { keys } from '#contract/keys/operations.ts'
import { apiNameOf } from '#contract/keys/result.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import { type Part, multipart } from '../multipart-body.ts'
import type { Asked } from '../tls-client.ts'
import { documentOf, type EdgeWorld, inForm, inQuery, startEdge } from './edge-world.ts'
import { withinMs } from '../../../support/runs.ts'

let edge: EdgeWorld
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.stop())
beforeEach(() => {
  edge.reached.length = 0
})

const all = Object.values<Endpoint>(keys)
const getKey = keys.getSshKey.path

describe('who has no good key is told nothing else', () => {
  test('unknown names answer 401 as well', async () => {
    for (const target of [getKey, '/api/pki/restapi/nothing', '/', '/api/pki/restapi/getAllSSHKeys?x=1']) {
      for (const key of ['', 'wrong', `${edge.key}x`, edge.key.toLowerCase()]) {
        const { status, json } = await edge.ask(target, { key })
        expect([target, key, status]).toEqual([target, key, 401])
        expect(json().result).toMatchObject({
          status: 'Failed',
          message: expect.stringContaining('AUTHTOKEN') as unknown,
        })
      }
    }
    expect(edge.reached).toEqual([])
  })

  test.each(['AUTHTOKEN', 'authtoken', 'AuthToken'])('the header may be written %s', async (name) => {
    const { status } = await edge.ask(keys.listSshKeys.path, { key: '', headers: { [name]: edge.key } })
    expect(status).toBe(200)
  })
})

describe('the key in the address', () => {
  const withKey = (key: string, search = '') => `${keys.listSshKeys.path}/AUTHTOKEN=${encodeURIComponent(key)}${search}`

  test('lets in', async () => {
    expect((await edge.ask(withKey(edge.key), { key: '' })).status).toBe(200)
    expect((await edge.ask(withKey(edge.key))).status).toBe(200)
    const { status } = await edge.ask(`${getKey}/AUTHTOKEN=${edge.key}${inQuery(documentOf({ keyName: 'a' }))}`, {
      key: '',
      method: 'POST',
    })
    expect(status).toBe(200)
    expect(edge.reached.at(-1)?.input).toEqual({ keyName: 'a' })
  })

  test.each([
    ['a wrong one', 'wrong'],
    ['none', ''],
    ['what cannot be decoded', '%'],
  ])('does not let in with %s', async (_, key) => {
    expect((await edge.ask(`${keys.listSshKeys.path}/AUTHTOKEN=${key}`, { key: '' })).status).toBe(401)
  })

  test('is refused where it differs from the header', async () => {
    expect((await edge.ask(withKey('another'))).status).toBe(401)
    expect((await edge.ask(withKey(edge.key), { key: 'another' })).status).toBe(401)
  })

  test('is no parameter of the query', async () => {
    expect((await edge.ask(`${keys.listSshKeys.path}?AUTHTOKEN=${edge.key}`, { key: '' })).status).toBe(401)
  })

  test('can be switched off', async () => {
    const strict = await startEdge({ keyInUrl: false })
    const { status, text } = await strict.ask(`${keys.listSshKeys.path}/AUTHTOKEN=${strict.key}`, { key: '' })
    expect([status, text]).toEqual([401, expect.stringContaining('header AUTHTOKEN')])
    expect(text + strict.logged.join()).not.toContain(strict.key)
    await strict.stop()
  })
})

describe('the address', () => {
  test('there are 43 names', () => expect(new Set(all.map(apiNameOf)).size).toBe(43))

  test.each(all.map((endpoint) => [apiNameOf(endpoint), endpoint] as const))(
    '%s is exact, letter case and all',
    async (name, endpoint) => {
      const swapped = name.replace(/[a-z]/gi, (letter) =>
        letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
      )
      const others = [
        swapped,
        name.toLowerCase(),
        name.toUpperCase(),
        `${name}/`,
        `${name}x`,
        `%${hex(name)}${name.slice(1)}`,
      ]
      for (const other of others.filter((one) => one !== name)) {
        const { status, json } = await edge.ask(`/api/pki/restapi/${other}`, { method: endpoint.method })
        expect([other, status, json().result]).toEqual([other, 404, expect.objectContaining({ status: 'Failed' })])
      }
    },
  )
  const hex = (name: string) => name.charCodeAt(0).toString(16)

  test('is 404 in every other form', async () => {
    const targets = [
      '/',
      '//',
      '/api',
      '/api/pki/restapi',
      '/api/pki/restapi/',
      `/x/..${getKey}`,
      `/${getKey}`,
      `/api/pki/own/x`,
    ]
    for (const target of targets) expect([target, (await edge.ask(target)).status]).toEqual([target, 404])
  })

  test.each(all.map((endpoint) => [apiNameOf(endpoint), endpoint] as const))(
    '%s takes its own method only',
    async (_, endpoint) => {
      const allowed = endpoint.id === 'keys.importUnmanagedCertificates' ? ['GET', 'POST'] : [endpoint.method]
      const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
      for (const method of methods.filter((one) => !allowed.includes(one as 'GET'))) {
        const { status, headers } = await edge.ask(endpoint.path, { method })
        expect([method, status, headers.allow]).toEqual([method, 405, allowed.join(', ')])
        expect((await edge.ask(endpoint.path, { method, key: '' })).status).toBe(401)
      }
    },
  )

  test('is served under loopback names only', async () => {
    for (const host of ['evil.example', '10.0.0.1', 'localhost.evil.example', '127.0.0.1.evil.example:6565']) {
      const { status, json } = await edge.ask(getKey, { headers: { host } })
      expect([host, status, json().result]).toEqual([host, 421, expect.objectContaining({ status: 'Failed' })])
    }
    for (const host of ['localhost', '127.0.0.1:6565', '[::1]:6565']) {
      expect((await edge.ask(keys.listSshKeys.path, { headers: { host } })).status).toBe(200)
    }
  })
})

describe('INPUT_DATA', () => {
  const document = documentOf({ keyName: 'ä & + % “x” 漢字 🔑 \\ / =' })
  const clean = { keyName: 'ä & + % “x” 漢字 🔑 \\ / =' }
  const asForm = inForm(document)
  const asPart = multipart([{ name: 'INPUT_DATA', content: document }])

  test.each([
    ['in the query', getKey + inQuery(document), {}],
    ['in the query, with blanks as plus signs', `${getKey}?${new URLSearchParams({ INPUT_DATA: document })}`, {}],
    ['in a form body', getKey, asForm],
    ['in a part', getKey, asPart],
    [
      'in a form body with a charset',
      getKey,
      { ...asForm, headers: { 'content-type': `${asForm.headers['content-type']}; charset=UTF-8` } },
    ],
  ])('%s', async (_, target: string, asked: Asked) => {
    expect((await edge.ask(target, { method: 'POST', ...asked })).status).toBe(200)
    expect(edge.reached.map(({ input }) => input)).toEqual([clean])
  })

  test.each([
    ['twice in the query', `${getKey}${inQuery(document)}&INPUT_DATA=${encodeURIComponent(document)}`, {}],
    ['twice in the query, once encoded', `${getKey}${inQuery(document)}&INPUT%5FDATA=x`, {}],
    ['twice in the body', getKey, { ...asForm, body: `${asForm.body}&${asForm.body}` }],
    ['in query and body', getKey + inQuery(document), asForm],
    ['in query and part', getKey + inQuery(document), asPart],
    [
      'in two parts',
      getKey,
      multipart([
        { name: 'INPUT_DATA', content: document },
        { name: 'INPUT_DATA', content: document },
      ]),
    ],
  ])('given %s is refused', async (_, target: string, asked: Asked) => {
    const { status, json } = await edge.ask(target, { method: 'POST', ...asked })
    expect([status, json()]).toEqual([
      400,
      { name: 'getSSHKey', result: { status: 'Failed', message: 'INPUT_DATA: is given twice' } },
    ])
    expect(edge.reached).toEqual([])
  })

  test('missing is 400 where fields are needed, and right where none are', async () => {
    const { status, json } = await edge.ask(getKey, { method: 'POST' })
    expect([status, json().result]).toEqual([400, { status: 'Failed', message: 'INPUT_DATA: is missing' }])
    for (const endpoint of [keys.listSshKeys, keys.listCertificates])
      expect((await edge.ask(endpoint.path)).status).toBe(200)
  })

  test('a field that is wrong or missing is a failed operation that names it', async () => {
    for (const [details, field] of [
      [{}, 'keyName'],
      [{ keyName: 7 }, 'keyName'],
      [{ keyName: '' }, 'keyName'],
    ] as const) {
      const { status, json } = await edge.ask(getKey + inQuery(documentOf(details)), { method: 'POST' })
      expect([status, json().result]).toEqual([
        200,
        { status: 'Failed', message: expect.stringContaining(field) as unknown },
      ])
    }
  })

  const filler = (bytes: number) => documentOf({ keyName: 'k', more: 'ü'.repeat(10) }).padEnd(bytes - 10, ' ') // an ü has two bytes
  const carriers: [string, (text: string) => [target: string, asked: Asked]][] = [
    ['the query', (text) => [getKey + inQuery(text), {}]],
    ['a form body', (text) => [getKey, inForm(text)]],
    ['a part', (text) => [getKey, multipart([{ name: 'INPUT_DATA', content: text }])]],
  ]
  test.each(carriers)('of 64 kB travels in %s, and one byte more is 413', async (_, carry) => {
    expect(Buffer.byteLength(filler(65_536))).toBe(65_536)
    for (const [bytes, expected] of [
      [65_536, 200],
      [65_537, 413],
    ] as const) {
      const [target, asked] = carry(filler(bytes))
      const { status, text } = await edge.ask(target, { method: 'POST', ...asked })
      expect([bytes, status, text]).toEqual([bytes, expected, expect.any(String)])
    }
  })

  test('of 64 kB travels in the query with every byte percent-encoded', async () => {
    const encoded = [...Buffer.from(filler(65_536))].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    expect((await edge.ask(`${getKey}?INPUT_DATA=${encoded}`, { method: 'POST' })).status).toBe(200)
  })
})

describe('parts', () => {
  const { path } = keys.addSshKey
  const document = { name: 'INPUT_DATA', content: documentOf({ keyName: 'k' }) }
  const file = {
    name: 'File',
    content: Buffer.from([0, 255, 13, 10, 254]),
    file: 'id ü.key',
    type: 'application/x-key',
  }
  const post = (...parts: Part[]) => edge.ask(path, { method: 'POST', ...multipart(parts) })

  test('arrive byte for byte', async () => {
    expect((await post(document, file)).status).toBe(200)
    const [{ input } = { input: undefined }] = edge.reached
    const { File, keyName } = input as unknown as { File: FilePart; keyName: string }
    expect([keyName, File.name, Buffer.from(File.bytes)]).toEqual(['k', 'id ü.key', file.content])
  })

  test('INPUT_DATA may stand in the query beside them', async () => {
    const { status } = await edge.ask(path + inQuery(document.content), { method: 'POST', ...multipart([file]) })
    expect([status, edge.reached.length]).toEqual([200, 1])
  })

  test.each([
    ['another name', 400, [document, { ...file, name: 'file' }]],
    ['a name that the row does not have beside one that it has', 400, [document, file, { ...file, name: 'Key' }]],
    ['a field beside INPUT_DATA', 400, [document, file, { name: 'keyName', content: 'k' }]],
    ['a file that comes as text', 400, [document, { name: 'File', content: 'k' }]],
    ['INPUT_DATA that comes as a file', 400, [{ ...document, file: 'x' }, file]],
    ['the same file twice', 400, [document, file, file]],
    ['eleven parts', 413, [document, ...Array.from({ length: 10 }, () => file)]],
    ['a long file name', 400, [document, { ...file, file: 'x'.repeat(256) }]],
    ['a long part name', 400, [document, { ...file, name: 'x'.repeat(256) }]],
    ['a file of 1 MiB and a byte', 413, [document, { ...file, content: Buffer.alloc(1024 * 1024 + 1) }]],
    ['a file of 4 MiB', 413, [document, { ...file, content: Buffer.alloc(4 * 1024 * 1024) }]],
    ['no file', 200, [document]],
  ])('%s is refused', async (_, expected, parts) => {
    const { status, json } = await post(...(parts as Part[]))
    expect([status, json()]).toEqual([
      expected,
      { name: 'addSSHKey', result: { status: 'Failed', message: expect.stringMatching(/^[^\n]+$/) as unknown } },
    ])
    expect(edge.reached).toEqual([])
  })

  test('a file of 1 MiB is taken', async () => {
    expect((await post(document, { ...file, content: Buffer.alloc(1024 * 1024, 7) })).status).toBe(200)
  })

  test('40,000 parts are refused before they are read', async () => {
    const start = performance.now()
    const { status } = await post(...Array.from({ length: 40_000 }, (_, at) => ({ name: `p${at}`, content: '' })))
    expect([status, performance.now() - start < withinMs(1000)]).toEqual([413, true])
  })

  test.each(['GET', 'POST'])(
    'discoverUnmanagedCert takes %s with a body, and its file under any name',
    async (method) => {
      for (const name of ['File', 'file', 'whatever']) {
        const { status } = await edge.ask(keys.importUnmanagedCertificates.path, {
          method,
          ...multipart([{ ...file, name }]),
        })
        expect(status).toBe(200)
      }
      expect(edge.reached.map(({ input }) => Object.keys(input))).toEqual([['File'], ['File'], ['File']])
      const two = multipart([file, { ...file, name: 'other' }])
      expect((await edge.ask(keys.importUnmanagedCertificates.path, { method, ...two })).status).toBe(400)
    },
  )

  test('a body of another kind is refused', async () => {
    for (const [type, body] of [
      ['application/json', document.content],
      ['text/plain', 'x'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=y', '--y'],
      ['', 'x'],
    ] as const) {
      const { status } = await edge.ask(path, { method: 'POST', headers: { 'content-type': type }, body })
      expect([type, status]).toEqual([type, 400])
    }
  })
})
