// Requests to key management as a client of any make sends them: any method with a body, any header, over TLS.
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { type JsonObject, parseJson } from '#contract/json.ts'
import { multipart } from './multipart-body.ts'

export type Asked = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Another one than the client's own; empty for none. */
  key?: string
}

/** `ca`: certificates that are trusted, PEM. */
export function tlsClient(origin: string, { ca, key }: { ca: string; key: string }) {
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 16 })

  async function ask(target: string, { method = 'GET', headers = {}, body, key: other = key }: Asked = {}) {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(origin, {
      agent,
      method,
      path: target,
      servername: 'localhost', // whatever the header says
      headers: { ...(other && { authtoken: other }), ...length, ...headers },
    })
    outgoing.once('response', resolve).once('error', reject).end(body)
    const incoming = await promise
    const bytes = await buffer(incoming)
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers as Record<string, string>,
      bytes,
      text: bytes.toString(),
      json: () => parseJson(bytes.toString()) as JsonObject,
    }
  }

  return {
    ask,
    /** A row, in the form the reference states. */
    call: async <R extends Endpoint>(endpoint: R, input: Input<R>): Promise<Output<R>> => {
      const { target, method, headers, body, form } = toRequest(endpoint, input)
      const asked = form ? multipart(partsOf(form)) : { headers, ...(body !== undefined && { body }) }
      const { status, headers: said, text, bytes } = await ask(target, { method, ...asked })
      return fromResponse(endpoint, { status, headers: said, body: text, bytes: new Uint8Array(bytes) })
    },
    close: () => agent.destroy(),
  }
}

const partsOf = ({ fields, files }: NonNullable<ReturnType<typeof toRequest>['form']>) => [
  ...Object.entries(fields).map(([name, content]) => ({ name, content })),
  ...Object.entries(files).map(([name, { name: file, bytes, type }]) => ({ name, file, content: bytes, type })),
]
