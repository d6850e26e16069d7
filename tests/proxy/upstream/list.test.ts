// A list without pages on its way through the proxy.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configuredDialect } from '#contract/dialect.ts'
import { Problem } from '#contract/problem.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { openUpstream, type Upstream } from '#platform/upstream/upstream.ts'
import { forward } from '#proxy/upstream/forward.ts'
import { sendList } from '../../support/many-certificates.ts'
import { type Answer, json, startUpstream } from '../../support/upstream.ts'

let server: Awaited<ReturnType<typeof startUpstream>>
let upstream: Upstream
const refused: Answer = (_, response) => json(response, { result: { status: 'Failed', message: 'Who?' } }, 401)
const names = { details: 'certificates', 'Common Name': 'cn' }
beforeAll(async () => {
  server = await startUpstream(refused)
  const dialect = configuredDialect.parse({ names })
  upstream = openUpstream('keys', { name: 'keys', baseUrl: server.url, dialect })
})
afterAll(async () => {
  await upstream.close()
  await server.stop()
})
beforeEach(() => void server.received.splice(0))

async function read(renewed?: string) {
  const seen: { begun: number; rows: object[] } = { begun: 0, rows: [] }
  const whose = 'console' as const
  const bearer = {
    value: 'old-secret',
    whose,
    ...(renewed && { renewed: () => Promise.resolve({ value: renewed, whose }) }),
  }
  const rows = {
    begin: () => void (seen.begun += 1),
    add: (found: readonly object[]) => void seen.rows.push(...found),
  }
  const { signal } = new AbortController()
  const { body } = await forward(listCertificates, {}, { upstream, bearer, signal, rows })
  return { ...seen, body: JSON.parse(await new Response(body as Uint8Array<ArrayBuffer>).text()) as unknown }
}
const list =
  '{"name":"x","certificates":[{"CertID":7,"cn":"www.example.com","Issuer":"it is old-secret","more":9007199254740993}],"totalRows":1}'

describe('a list without pages', () => {
  test('goes to who keeps it, in the names of the reference, with all digits and without our credential', async () => {
    server.answer((_, response) => json(response, list))
    const { rows, body } = await read()
    expect(rows).toEqual([
      { CertID: 7, 'Common Name': 'www.example.com', Issuer: 'it is (hidden)', more: 9007199254740993n },
    ])
    expect(body).toEqual({ name: 'x', details: [], totalRows: 1 })
  })

  test('is read with a new credential once the first is refused', async () => {
    server.answer((request, response) =>
      request.headers.authtoken === 'new-secret' ? json(response, list) : refused(request, response),
    )
    const { rows, begun } = await read('new-secret')
    expect(rows).toHaveLength(1)
    expect(begun).toBe(2)
    await expect(read()).rejects.toMatchObject({ code: 'KEY_NEEDED' })
  })

  test.each<[string, Answer, object]>([
    [
      'says in the end that it failed',
      (_, response) => sendList(response, [{ CertID: 7 }], '],"result":{"status":"Failed","message":"No."}}'),
      { code: 'REFUSED', message: 'No.' },
    ],
    ['is a page', (_, response) => response.end('<h1>Welcome</h1>'), { code: 'UNEXPECTED_CONTENT' }],
    ['ends too early', (_, response) => response.end(list.slice(0, -20)), { code: 'TRUNCATED' }],
    [
      'breaks off',
      (_, response) => void response.writeHead(200, { 'content-length': '9999', connection: 'close' }).end(list),
      { service: 'keys' },
    ],
    [
      'leads elsewhere',
      (_, response) => response.writeHead(302, { location: '/x' }).end(list),
      { code: 'UNEXPECTED_CONTENT' },
    ],
    ['is an error with rows', (_, response) => json(response, list, 500), { code: 'HTTP_500', status: 500 }],
  ])('that %s is a failure', async (_, answer, problem) => {
    server.answer(answer)
    const failure = await read().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Problem)
    expect(failure).toMatchObject(problem)
  })
})
