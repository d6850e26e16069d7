// The embedded services behind a server that knows only some of their operations, and has habits of its own.
import { Agent, request } from 'undici'
import { defaultDialect } from '#contract/dialect.ts'
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { pathMatches } from '#contract/http/from-request.ts'
import { originOf } from '#contract/origin.ts'
import { json, type Received, startUpstream } from './upstream.ts'

type Behind = { origin: string; ca?: string }
type Habits = {
  /** Operations that it has not, although a reference states them. */
  without?: readonly string[]
  refuses?: readonly string[]
  ignores?: readonly string[]
  /** INPUT_DATA in the address of a POST is not read. */
  readsBodyOnly?: boolean
}

/** A server with the operations that the references state, and no other one. */
export async function startStated(service: string, { origin, ca }: Behind, habits: Habits = {}) {
  const { without = [], refuses = [], ignores = [], readsBodyOnly = false } = habits
  const stated = [...endpoints.values()].filter(
    (endpoint: Endpoint) =>
      serviceOf(endpoint) === service && originOf(endpoint) === 'stated' && !without.includes(endpoint.id),
  )
  const dispatcher = new Agent({ connect: { ca } })

  const forward = async ({ method, url, headers, bytes }: Received) => {
    const address = new URL(url, origin)
    for (const name of ignores) address.searchParams.delete(name)
    if (readsBodyOnly && method === 'POST') address.search = ''
    const { host: _own, connection: _hop, 'content-length': _length, ...kept } = headers
    const answer = await request(address, {
      method: method as 'GET',
      headers: kept,
      body: bytes.length > 0 ? bytes : null,
      dispatcher,
    })
    return { status: answer.statusCode, headers: answer.headers, text: Buffer.from(await answer.body.arrayBuffer()) }
  }

  const server = await startUpstream(async (received, response) => {
    const [path = '', query] = received.url.split('?', 2)
    const there = stated.filter((endpoint) => pathMatches(endpoint, path, defaultDialect))
    if (there.length === 0) return json(response, { error_code: 'COM0008', error_description: 'Unknown resource' }, 404)
    if (!there.some(({ method }) => method === received.method)) {
      return json(response, { error_code: 'COM0001', error_description: 'Method not implemented' }, 405)
    }
    const refused = refuses.find((name) => new URLSearchParams(query).has(name))
    if (refused)
      return json(response, { error_code: 'COM0005', error_description: `Unknown parameter ${refused}` }, 400)
    const { status, headers, text } = await forward(received)
    return response.writeHead(status, { 'content-type': String(headers['content-type'] ?? '') }).end(text)
  })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await dispatcher.close()
    },
  }
}
