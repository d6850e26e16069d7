import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'br' | 'gzip'
type Headers = { 'content-encoding'?: Encoding }
export type Body = string | Uint8Array<ArrayBuffer>
const worthBytes = 1024

/** The best encoding a client takes of those there are. */
export function bestEncoding(accepted: string | undefined, available: readonly Encoding[] = ['br', 'gzip']) {
  if (!accepted) return undefined
  const takes = new Set(
    parseAccept(accepted)
      .filter(({ q }) => q > 0)
      .map(({ type }) => type.toLowerCase()),
  )
  return available.find((encoding) => takes.has(encoding))
}

/** Quality 4 costs about as much as gzip and saves more. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressors = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
}

/** A body as a client likes it best, and the header that says so. */
export async function compressed(body: Body, accepted: string | undefined): Promise<{ body: Body; headers: Headers }> {
  const encoding = body.length > worthBytes ? bestEncoding(accepted) : undefined
  if (!encoding) return { body, headers: {} }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return { body: await compressors[encoding](bytes), headers: { 'content-encoding': encoding } }
}
