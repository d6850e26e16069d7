import type { Endpoint } from '#contract/endpoint.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import type { Head } from './answer.ts'
import { onlyReads } from './first-answer.ts'
import type { Answer } from './upstream-problem.ts'

type Kept = { etag: string; answer: Answer }
/** Of all answers of one server together. */
const limitBytes = 16 * 1024 * 1024

/** What bytes that are answered again and again were compressed to, by the name of the encoding. */
export const compressedForms = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array<ArrayBuffer>>>>()

/**
 * Answers that their server marked with an ETag: asked for the same again, with the same credential, it decides anew who
 * may ask, and says whether they still hold instead of sending them (RFC 9110, 13.1.2).
 */
export function keptAnswers() {
  const kept = new Map<string, Kept>()
  let bytes = 0
  const forget = (name: string) => {
    bytes -= kept.get(name)?.answer.bytes.length ?? 0
    kept.delete(name)
  }
  const keep = (name: string, one: Kept) => {
    kept.set(name, one)
    compressedForms.set(one.answer.bytes, new Map())
    bytes += one.answer.bytes.length
    for (const oldest of kept.keys()) {
      if (bytes <= limitBytes) break
      forget(oldest)
    }
  }
  return {
    /** By which name the answer is kept; undefined where it never is. */
    nameOf: (endpoint: Endpoint, { method, target }: WireRequest, to: { origin: string; secret: string | undefined }) =>
      method === 'GET' && onlyReads(endpoint) && !endpoint.responseType
        ? `${to.origin}${target} ${to.secret}`
        : undefined,

    find: (name: string | undefined) => (name === undefined ? undefined : kept.get(name)),

    /** The answer that was asked about, where it still holds, or the one that came, which is kept from now on. */
    take: async ({ name, known }: Asked, came: Came, read: () => Promise<Answer>): Promise<Answer> => {
      if (known && came.statusCode === 304) {
        await came.body.dump()
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

/** By which name, and the answer that the question told of: another one may be kept meanwhile, or none. */
type Asked = { name: string; known: Kept | undefined }
type Came = Head & { body: { dump: () => Promise<void> } }
