// The embedded services behind a server that knows only some of their operations, and has habits of its own.
import { Agent, request } from 'undici'
import { defaultDialect } from '#contract/dialect.ts'
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { pathMatches } from '#contract/http/from-request.ts'
import { isJsonObject, type Json, parseJson, stringifyJson } from '#contract/json.ts'
import { deviceSummaryFields } from '#contract/mdm/device-summary-fields.ts'
import { originOf } from '#contract/origin.ts'
import { json, type Received, startUpstream } from './upstream.ts'

type Behind = { origin: string; ca?: string }
type Habits = {
  /** Operations that it has not, although a reference states them. */
  without?: readonly string[]
  /** Operations that it answers by another method only. */
  otherMethod?: readonly string[]
  refuses?: readonly string[]
  ignores?: readonly string[]
  /** What it has not is answered with a page. */
  saysPage?: boolean
  /** It knows no parameter that no reference states, and its rows have no more fields than the references name. */
  isLean?: boolean
  /** INPUT_DATA in the address of a POST is not read. */
  readsBodyOnly?: boolean
}

const statedParameters: ReadonlySet<string> = new Set(
  'page pagelimit searchtype searchcolumn searchvalue skip-token delta-token INPUT_DATA'.split(' '),
)
const statedFields: ReadonlySet<string> = new Set(
  Object.keys(deviceSummaryFields).concat(
    'resource_id resource_name software_id software_name os_name ip_address'.split(' '),
  ),
)

/** Rows of a list with the fields that the references name. */
function withoutMore(text: Buffer): string {
  const said = String(text)
  if (!/^\s*\{/.test(said)) return said
  const lean = (row: Json) =>
    isJsonObject(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => statedFields.has(name))) : row
  const within = (value: Json): Json =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, one]) => [
            name,
            ['devices', 'computers', 'software'].includes(name) && Array.isArray(one) ? one.map(lean) : within(one),
          ]),
        )
      : value
  return stringifyJson(within(parseJson(said)))
}

/** A server with the operations that the references state, and no other one. */
export async function startStated(service: string, { origin, ca }: Behind, habits: Habits = {}) {
  const { without = [], otherMethod = [], refuses = [], ignores = [], readsBodyOnly = false } = habits
  const { saysPage = false, isLean = false } = habits
  const stated = [...endpoints.values()].filter(
    (endpoint: Endpoint) =>
      serviceOf(endpoint) === service && originOf(endpoint) === 'stated' && !without.includes(endpoint.id),
  )
  const dispatcher = new Agent({ connect: { ca } })

  const forward = async ({ method, url, headers, bytes }: Received) => {
    const address = new URL(url, origin)
    const own = isLean ? [...address.searchParams.keys()].filter((name) => !statedParameters.has(name)) : []
    for (const name of [...ignores, ...own]) address.searchParams.delete(name)
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
    if (there.length === 0 && saysPage) {
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
    }
    if (there.length === 0) return json(response, { error_code: 'COM0008', error_description: 'Unknown resource' }, 404)
    if (!there.some(({ id, method }) => method === received.method && !otherMethod.includes(id))) {
      response.setHeader('allow', there.map(({ method }) => (method === 'GET' ? 'POST' : 'GET')).join(', '))
      return json(response, { error_code: 'COM0001', error_description: 'Method not implemented' }, 405)
    }
    const refused = refuses.find((name) => new URLSearchParams(query).has(name))
    if (refused)
      return json(response, { error_code: 'COM0005', error_description: `Unknown parameter ${refused}` }, 400)
    const { status, headers, text } = await forward(received)
    const type = String(headers['content-type'] ?? '')
    return response.writeHead(status, { 'content-type': type }).end(isLean ? withoutMore(text) : text)
  })
  return {
    url: server.url,
    received: server.received,
    stop: async () => {
      await server.stop()
      await dispatcher.close()
    },
  }
}
