import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { jsonType } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import type { Problem } from '#contract/problem.ts'
import type { Arriving } from '#platform/network/client-address.ts'
import { bodyOfParts } from '#platform/sockets/stream-of.ts'
import { type Body, compressed, isWhole } from '#platform/sockets/compressed.ts'

/** What the listener tells of the socket, and what the access log tells of the request. */
export type Env = {
  Bindings: { incoming?: Arriving } | undefined
  Variables: {
    nonce: string
    route: string
    /** Of the person's machine. */
    clientAddress: string
    /** The answer has security headers of its own: those of the console are added where one is missing. */
    keepsHeaders?: boolean
  }
}

type Form = {
  status?: number
  /** Says what it is: JSON without it. */
  headers?: Record<string, string>
  /** The length of a compressed secret tells of its content: an answer that reveals one is sent as it is. */
  secret?: boolean
  /** Each part is sent as soon as it is there. */
  flushed?: boolean
}

/** A text or bytes as the client takes them; kept in no cache. */
export async function reply(
  context: Context<Env>,
  content: Body,
  { status = 200, headers = { 'content-type': jsonType }, secret = false, flushed = false }: Form = {},
): Promise<Response> {
  const encoded = await compressed(content, secret ? undefined : context.req.header('accept-encoding'), flushed)
  const body = isWhole(encoded.body) ? encoded.body : await bodyOfParts(encoded.body, context.env?.incoming)
  return context.body(body, status as ContentfulStatusCode, {
    ...headers,
    vary: 'accept-encoding',
    ...encoded.headers,
  })
}

/** The one form of every refusal and failure. */
export function problemReply(context: Context<Env>, problem: Problem): Promise<Response> {
  if (problem.retryAfterSeconds !== undefined) context.header('retry-after', String(problem.retryAfterSeconds))
  return reply(context, stringifyJson(problem), { status: problem.status, secret: true })
}
