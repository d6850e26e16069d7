import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { jsonType } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import type { Problem } from '#contract/problem.ts'
import type { Arriving } from '#platform/network/client-address.ts'
import { bodyOfParts } from '#platform/sockets/stream-of.ts'
import { type Body, compressed, isWhole } from '#platform/sockets/compressed.ts'

/** Socket details from the listener, and request details for the access log. */
export type Env = {
  Bindings: { incoming?: Arriving } | undefined
  Variables: {
    nonce: string
    route: string
    /** Address of the client, behind trusted proxies. */
    clientAddress: string
    /** The response has its own security headers; the console's are only added where missing. */
    keepsHeaders?: boolean
  }
}

type Form = {
  status?: number
  /** Content type and further headers; JSON by default. */
  headers?: Record<string, string>
  /** Responses with secrets are not compressed, since the compressed length reveals information (BREACH). */
  secret?: boolean
  /** Sends each part as soon as it is available. */
  flushed?: boolean
}

/** A response in the encoding that the client accepts, never cached. */
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

/** The response format of all errors. */
export function problemReply(context: Context<Env>, problem: Problem): Promise<Response> {
  if (problem.retryAfterSeconds !== undefined) context.header('retry-after', String(problem.retryAfterSeconds))
  return reply(context, stringifyJson(problem), { status: problem.status, secret: true })
}
