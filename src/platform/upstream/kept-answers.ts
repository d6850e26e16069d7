import type { Endpoint } from '#contract/endpoint.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { onlyReads } from './first-answer.ts'
import type { Answer } from './upstream-problem.ts'

/** Of all answers of one server together. */
const limitBytes = 16 * 1024 * 1024

/** What bytes that are answered again and again were compressed to, by the name of the encoding. */
export const compressedForms = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array<ArrayBuffer>>>>()

/**
 * Answers that their server marked with an ETag: asked for the same again, with the same credential, it decides anew who
 * may ask, and says whether they still hold instead of sending them (RFC 9110, 13.1.2).
 */
export function keptAnswers() {
  const kept = new Map<string, { etag: string; answer: Answer }>()
  let bytes = 0
  const forget = (name: string) => {
    bytes -= kept.get(name)?.answer.bytes.length ?? 0
    kept.delete(name)
  }
  return {
    /** By which name the answer is kept; undefined where it never is. */
    nameOf: (endpoint: Endpoint, { method, target }: WireRequest, to: { origin: string; secret: string | undefined }) =>
      method === 'GET' && onlyReads(endpoint) && !endpoint.responseType
        ? `${to.origin}${target} ${to.secret}`
        : undefined,

    find: (name: string | undefined) => (name === undefined ? undefined : kept.get(name)),

    keep: (name: string | undefined, etag: unknown, answer: Answer) => {
      if (name === undefined) return
      forget(name)
      if (typeof etag !== 'string' || answer.status !== 200 || answer.rest) return
      kept.set(name, { etag, answer })
      compressedForms.set(answer.bytes, new Map())
      bytes += answer.bytes.length
      for (const oldest of kept.keys()) {
        if (bytes <= limitBytes) break
        forget(oldest)
      }
    },
  }
}
