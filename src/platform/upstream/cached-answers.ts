import type { Endpoint } from '#contract/endpoint.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import type { ArrivingBody } from '#platform/network/exchange.ts'
import type { Head } from './answer.ts'
import { onlyReads } from './first-answer.ts'
import type { Answer } from './upstream-problem.ts'

type CachedAnswer = { etag: string; answer: Answer }
/** Per server. */
const limitBytes = 16 * 1024 * 1024

/** Compressed forms of repeatedly sent bodies, by encoding. */
export const compressedForms = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array<ArrayBuffer>>>>()

/**
 * Cache of responses with an ETag. Each request is revalidated with the same credential, so the server still decides
 * about access (RFC 9110, 13.1.2).
 */
export function cachedAnswers() {
  const kept = new Map<string, CachedAnswer>()
  let bytes = 0
  const forget = (name: string) => {
    bytes -= kept.get(name)?.answer.bytes.length ?? 0
    kept.delete(name)
  }
  const keep = (name: string, one: CachedAnswer) => {
    kept.set(name, one)
    compressedForms.set(one.answer.bytes, new Map())
    bytes += one.answer.bytes.length
    for (const oldest of kept.keys()) {
      if (bytes <= limitBytes) break
      forget(oldest)
    }
  }
  return {
    /** Cache key; undefined if the response is not cacheable. */
    nameOf: (endpoint: Endpoint, { method, target }: WireRequest, to: { origin: string; secret: string | undefined }) =>
      method === 'GET' && onlyReads(endpoint) && !endpoint.responseType
        ? `${to.origin}${target} ${to.secret}`
        : undefined,

    find: (name: string | undefined) => (name === undefined ? undefined : kept.get(name)),

    /** The cached response if still valid, or the new one, which is cached. */
    take: async ({ name, known }: CachedRequest, came: Came, read: () => Promise<Answer>): Promise<Answer> => {
      if (known && came.statusCode === 304) {
        await came.body.bytes()
        return known.answer
      }
      const answer = await read()
      forget(name)
      const { etag } = came.headers
      if (typeof etag === 'string' && answer.status === 200 && !answer.rest) keep(name, { etag, answer })
      return answer
    },
  }
}

/** Cache key, and the entry that the request referred to, which may have been replaced meanwhile. */
type CachedRequest = { name: string; known: CachedAnswer | undefined }
type Came = Head & { body: Pick<ArrivingBody, 'bytes'> }
