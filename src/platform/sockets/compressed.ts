import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { compressedForms } from '#platform/upstream/cached-answers.ts'

export type Encoding = 'br' | 'gzip'
type Headers = { 'content-encoding'?: Encoding }
type Whole = string | Uint8Array<ArrayBuffer>
/** A long body, as a stream of parts. */
type Parts = AsyncIterable<Uint8Array<ArrayBuffer>>
export type Body = Whole | Parts
export const isWhole = (body: Body): body is Whole => typeof body === 'string' || body instanceof Uint8Array
const worthBytes = 1024

/** The best available encoding that the client accepts. */
export function bestEncoding(accepted: string | undefined, available: readonly Encoding[] = ['br', 'gzip']) {
  if (!accepted) return undefined
  const takes = new Set(
    parseAccept(accepted)
      .filter(({ q }) => q > 0)
      .map(({ type }) => type.toLowerCase()),
  )
  return available.find((encoding) => takes.has(encoding))
}

/** Quality 4 costs about as much as gzip and compresses better. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressors = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
}

const compressorsOfParts = {
  br: (flushed: boolean) =>
    createBrotliCompress({ ...brotliOptions, ...(flushed && { flush: constants.BROTLI_OPERATION_FLUSH }) }),
  gzip: (flushed: boolean) => createGzip(flushed ? { flush: constants.Z_SYNC_FLUSH } : {}),
}

/** Compresses a body for the client and returns the header; with `flushed`, each part is sent immediately. */
export async function compressed(
  body: Body,
  accepted: string | undefined,
  flushed = false,
): Promise<{ body: Body; headers: Headers }> {
  const encoding = isWhole(body) && body.length <= worthBytes ? undefined : bestEncoding(accepted)
  if (!encoding) return { body, headers: {} }
  const headers = { 'content-encoding': encoding }
  if (!isWhole(body)) return { body: pipeline(body, compressorsOfParts[encoding](flushed), () => undefined), headers }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const forms = compressedForms.get(bytes)
  const form = forms?.get(encoding) ?? compressors[encoding](bytes)
  forms?.set(encoding, form)
  return { body: await form, headers }
}
