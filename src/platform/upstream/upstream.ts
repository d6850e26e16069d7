import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, FormData } from 'undici'
import type { editions } from '#contract/console/connections.ts'
import { type ConfiguredDialect, serverName } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { requestIdHeader } from '#contract/http/request-id.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { currentCall } from '#platform/current-call.ts'
import { measuredUpstream, secondsSince } from '#platform/measurements.ts'
import type { ClientHeader } from '#platform/network/client-header.ts'
import { requestContext } from '#platform/request-context.ts'
import { spokenDialect } from './spoken-dialect.ts'
import { type Answer, problemOf } from './upstream-problem.ts'

/** Whom a connection can lead to. */
export type UpstreamService = Exclude<ServiceName, 'session' | 'console'>

/** A server of one of the services, and how to reach it. Configuration; nothing in it ever comes from a browser. */
export type Connection = {
  name: string
  baseUrl: URL
  dialect: ConfiguredDialect
  edition?: (typeof editions)[number]
  /** Token or key of the console's own account there; without it, the signed-in person's token is sent. */
  credential?: () => Promise<string>
  /** PEM of the authority behind its certificate, where the system does not know it. */
  ca?: string
  /** PEM: who we are to it. */
  client?: { cert: string; key: string } | undefined
  deadlines?: Partial<typeof usualDeadlines>
  /** Headers that say who asks; for the embedded services alone. */
  clientHeader?: Pick<ClientHeader, 'of'> | undefined
}

const usualDeadlines = { connectMs: 2_000, headersMs: 10_000, bodyIdleMs: 10_000, overallMs: 30_000 }
const maxBytes = 10 * 1024 * 1024
const retryAfterMs = 200

export type Upstream = ReturnType<typeof openUpstream>

/** With what to go where; the origin is the connection's own, or one that its configuration allows. */
type Destination = { secret: string | undefined; signal: AbortSignal; origin: string }

/** One pool of sockets to one server. Redirects are not followed, and no answer can hang, swell or lie about itself. */
export function openUpstream(service: UpstreamService, connection: Connection) {
  const {
    name,
    baseUrl,
    dialect,
    edition = 'on-premises',
    credential,
    ca,
    client,
    deadlines,
    clientHeader,
  } = connection
  const { connectMs, headersMs, bodyIdleMs, overallMs } = { ...usualDeadlines, ...deadlines }
  const agent = new Agent({
    connect: { timeout: connectMs, ca, ...client },
    headersTimeout: headersMs,
    bodyTimeout: bodyIdleMs,
    maxResponseSize: maxBytes,
    connections: 128,
    allowH2: false,
  })
  const basePath = baseUrl.pathname.replace(/\/$/, '')

  const pages = spokenDialect(dialect)
  const credentialHeader = dialect.credentialHeader ?? usualCredentialHeader[service] ?? 'authorization'
  /** `Vendor-oauthtoken` before a token may have another name there. */
  const named = (secret: string) => secret.replace(/^\S+(?= )/, (scheme) => serverName(scheme, pages.now()))

  const once = async (endpoint: Endpoint, request: WireRequest, to: Destination) => {
    const { secret, signal, origin } = to
    const call = currentCall()
    const { statusCode, headers, body } = await agent.request({
      origin,
      path: basePath + request.target,
      method: request.method,
      headers: {
        ...request.headers,
        'accept-encoding': 'identity',
        'user-agent': 'triptych',
        ...clientHeader?.of(requestContext.getStore()),
        ...(call && { [requestIdHeader]: call.requestId }),
        ...(secret !== undefined && { [credentialHeader]: named(secret) }),
      },
      body: request.form ? formOf(request.form) : request.body,
      signal,
      ...(endpoint.timeoutSeconds && { headersTimeout: endpoint.timeoutSeconds * 1000 }),
    })
    const bytes = await decoded(new Uint8Array(await body.arrayBuffer()), headers['content-encoding'])
    const answer: Answer = { status: statusCode, headers: keptOf(endpoint, headers), text: '', bytes }
    return isFile(endpoint, answer) ? answer : { ...answer, text: utf8.decode(bytes) }
  }

  return {
    name,
    service,
    baseUrl,
    edition,
    get dialect() {
      return pages.now()
    },
    pages,
    credentialHeader,
    credential,
    ca,
    connectMs,
    close: () => agent.destroy(),

    /** Ask, and give up when `gone` (the person who asked left) or a deadline says so. Throws a `Problem`. */
    request: async (
      endpoint: Endpoint,
      request: WireRequest,
      secret: string | undefined,
      gone: AbortSignal,
      origin = baseUrl.origin,
    ): Promise<Answer> => {
      const patienceMs = Math.max(overallMs, (endpoint.timeoutSeconds ?? 0) * 1000)
      const signal = AbortSignal.any([gone, AbortSignal.timeout(patienceMs)])
      const attempt = () => measured(service, once(endpoint, request, { secret, signal, origin }))
      try {
        return await attempt().catch(async (error: unknown) => {
          if (request.method !== 'GET' || request.form || !neverArrived(error)) throw error
          await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
          return attempt()
        })
      } catch (error) {
        pages.forget() // what comes back may be another version
        throw problemOf(service, error)
      }
    },
  }
}

async function measured(service: ServiceName, answer: Promise<Answer>): Promise<Answer> {
  const start = performance.now()
  let outcome: 'answered' | 'failed' = 'failed'
  try {
    const answered = await answer
    outcome = 'answered'
    return answered
  } finally {
    measuredUpstream.publish({ service, outcome, seconds: secondsSince(start) })
  }
}

/** key-management, Authentication; the other services take `Authorization`. */
const usualCredentialHeader: Partial<Record<ServiceName, string>> = { keys: 'AUTHTOKEN' }

/** Read by us alone, to say whether a server is well: what the browser is answered has headers of our own. */
const telling = ['date', 'content-type', 'location']

/** The headers of an answer that mean something to us; all others end here. */
const keptOf = (endpoint: Endpoint, headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    ['retry-after', ...telling, ...(endpoint.responseType === 'file' ? ['content-disposition'] : [])].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [],
    ),
  )

/** A server that has no file for us says why in JSON, with or without an HTTP status that says so. */
const isFile = ({ responseType }: Endpoint, { status, headers, bytes }: Answer) =>
  responseType === 'file' &&
  status < 300 &&
  (headers['content-disposition']?.startsWith('attachment') === true || bytes[0] !== openingBrace)
const openingBrace = 0x7b

function formOf({ fields, files }: NonNullable<WireRequest['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, { bytes, name: fileName }] of Object.entries(files)) {
    form.append(name, new Blob([Uint8Array.from(bytes)]), fileName)
  }
  return form
}

/** The server did not see the request: asking again cannot do anything twice. */
const neverArrived = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET')

const utf8 = new TextDecoder('utf-8', { fatal: true })
const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress), deflate: promisify(inflate) }

/** We ask for no encoding; a server that encodes nevertheless is read, but not a byte further than the limit. */
async function decoded(bytes: Answer['bytes'], encoding: string | string[] | undefined): Promise<Answer['bytes']> {
  if (encoding === undefined || encoding === 'identity' || bytes.length === 0) return bytes
  const name = String(encoding).toLowerCase()
  if (!Object.hasOwn(decoders, name)) throw new Problem('UNEXPECTED_CONTENT', `The encoding ${name} is not known`)
  return decoders[name as keyof typeof decoders](bytes, { maxOutputLength: maxBytes })
}
