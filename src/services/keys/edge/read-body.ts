import type { Readable } from 'node:stream'
import { Problem } from '#contract/problem.ts'

export const tooLarge = (what: string) => new Problem('TOO_LARGE_INPUT', what, { service: 'keys' })

/** Reads the body up to a limit. The rest of an oversized one is discarded. */
export async function readBody(incoming: Readable, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max) break
    chunks.push(chunk)
  }
  if (size <= max) return Buffer.concat(chunks)
  incoming.resume()
  throw tooLarge(`The request is too large: at most ${max} bytes are accepted`)
}
