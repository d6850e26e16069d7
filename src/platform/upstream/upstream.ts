import { Agent } from 'undici'
import { serverName } from '#contract/http/server-names.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { takesLargeFile } from '#contract/wire.ts'
import { measuredAnswer } from '#platform/measurements.ts'
import { exchange } from '#platform/network/exchange.ts'
import { bodyOf } from '#platform/uploads/multipart-body.ts'
import { maxBytes } from './answer.ts'
import { type Connection, type UpstreamService, defaultCredentialHeader, defaultMs } from './connection.ts'
import { deadline } from './deadline.ts'
import { firstAnswer, onlyReads, unlessLost } from './first-answer.ts'
import { cachedAnswers } from './cached-answers.ts'
import { listAnswer, type OnRows } from './list-answer.ts'
import { everyRequest } from './request-headers.ts'
import { spokenDialect } from './spoken-dialect.ts'
import { startedAnswer, wholeAnswer } from './started-answer.ts'
import { type Answer, problemOf } from './upstream-problem.ts'

export type Upstream = ReturnType<typeof openUpstream>

/** Destination of a request; the origin is the connection's own, or one allowed by its configuration. */
type Destination = Reading & { secret: string | undefined; signal: AbortSignal; origin: string }
/** Receiver of an unpaged list's rows, or whether a long response is streamed. */
type Reading = { onRows?: OnRows | undefined; asItComes?: boolean }

/** A connection pool to one server. Redirects are not followed, and responses are limited in time and size. */
export function openUpstream(service: UpstreamService, connection: Connection) {
  const {
    name,
    baseUrl,
    dialect,
    edition = 'on-premises',
    credential,
    background,
    recordsPerSecond,
    module,
    ca,
    client,
    deadlines,
    clientHeader,
  } = connection
  const { connectMs, headersMs, againMs, bodyIdleMs, overallMs, listMs, uploadMs } = { ...defaultMs, ...deadlines }
  const common = { connect: { timeout: connectMs, ca, ...client }, bodyTimeout: bodyIdleMs, allowH2: false }
  const agent = new Agent({ ...common, headersTimeout: headersMs, maxResponseSize: maxBytes, connections: 128 })
  /**
   * For unpaged lists: the server collects the whole list before responding, and the size is counted while streaming.
   */
  const listAgent = new Agent({ ...common, headersTimeout: Math.max(headersMs, overallMs), connections: 16 })
  const basePath = baseUrl.pathname.replace(/\/$/, '')

  const pages = spokenDialect(dialect)
  /** For embedded services, whose ETags are reliable. */
  const kept = clientHeader && cachedAnswers()
  const credentialHeader = dialect.credentialHeader ?? defaultCredentialHeader[service] ?? 'authorization'
  /** Some servers use another name for the `Vendor-oauthtoken` scheme. */
  const named = (secret: string) => secret.replace(/^\S+(?= )/, (scheme) => serverName(scheme, pages.now()))

  const once = async (endpoint: Endpoint, request: WireRequest, to: Destination) => {
    const { secret, signal, origin, onRows, asItComes } = to
    const { body, headers } = bodyOf(request)
    const dispatcher = onRows ? listAgent : agent
    const name = asItComes && !onRows ? kept?.nameOf(endpoint, request, to) : undefined
    const known = kept?.find(name)
    const asked = {
      origin,
      path: basePath + request.target,
      method: request.method,
      headers: {
        ...request.headers,
        ...headers,
        ...everyRequest(clientHeader),
        ...(secret !== undefined && { [credentialHeader]: named(secret) }),
        ...(known && { 'if-none-match': known.etag }),
      },
      body,
      ...(endpoint.timeoutSeconds && { headersTimeout: endpoint.timeoutSeconds * 1000 }),
    }
    const send = (signal: AbortSignal) => exchange(dispatcher, asked, signal)
    const answered = await (onlyReads(endpoint) && !request.form
      ? firstAnswer(send, signal, onRows ? 2 * againMs : againMs)
      : send(signal))
    if (onRows) return listAnswer(endpoint, answered, answered.body.stream(), { speaks: pages.now(), onRows })
    const read = () => (asItComes ? startedAnswer(endpoint, answered, pages.now()) : wholeAnswer(endpoint, answered))
    return kept && name !== undefined ? kept.take({ name, known }, answered, read) : read()
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
    background,
    recordsPerSecond,
    module,
    ca,
    connectMs,
    close: () => Promise.all([agent.destroy(), listAgent.destroy()]),

    /**
     * Sends a request, aborted by `gone` (the client disconnected) or a deadline. Throws a `Problem`. With `onRows`,
     * the response has an empty list.
     */
    request: async (
      endpoint: Endpoint,
      request: WireRequest,
      secret: string | undefined,
      gone: AbortSignal,
      origin = baseUrl.origin,
      reading: Reading = {},
    ): Promise<Answer> => {
      const { onRows } = reading
      const wholeMs = onRows ? listMs : takesLargeFile(endpoint) ? uploadMs : overallMs
      const timeoutMs = Math.max(wholeMs, (endpoint.timeoutSeconds ?? 0) * 1000)
      const { signal, clear } = deadline(gone, timeoutMs)
      const attempt = () => measuredAnswer(service, once(endpoint, request, { secret, signal, origin, ...reading }))
      try {
        const answer = await (request.method !== 'GET' || request.form || onRows ? attempt() : unlessLost(attempt))
        if (!answer.rest) clear() // streamed responses are subject to the deadline as well
        return answer
      } catch (error) {
        clear()
        pages.forget() // the server may return in another version
        throw problemOf(service, error)
      }
    },
  }
}
