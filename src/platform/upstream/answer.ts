import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import type { Answer } from './upstream-problem.ts'

/** Limit for buffered responses. */
export const maxBytes = 10 * 1024 * 1024

export type Head = { statusCode: number; headers: Record<string, string | string[] | undefined> }

/** The relevant parts of a server's response. Throws if it cannot be read. */
export async function answerOf(
  endpoint: Endpoint,
  { statusCode, headers }: Head,
  body: Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const bytes = await decoded(body, headers['content-encoding'])
  const kept = bufferedOf(endpoint, headers)
  const answer = { status: statusCode, headers: kept, text: '', bytes }
  if (isFile(endpoint, answer)) return answer
  if (!isUtf8(bytes)) throw new Problem('UNEXPECTED_CONTENT')
  let text: string | undefined
  return {
    status: statusCode,
    headers: kept,
    bytes,
    /** Decoded on demand, since most responses are passed on as bytes. */
    get text() {
      return (text ??= utf8.decode(bytes))
    },
  }
}

/** Used only for health checks; responses to the browser have our own headers. */
const telling = ['date', 'content-type', 'location', 'allow']

/** Headers of interest; all others are dropped. */
export const bufferedOf = (endpoint: Endpoint, headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    ['retry-after', ...telling, ...(endpoint.responseType === 'file' ? ['content-disposition'] : [])].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [],
    ),
  )

/** Servers report errors for files as JSON or HTML, sometimes with a success status. */
const isFile = ({ responseType }: Endpoint, { status, headers, bytes }: Answer) =>
  responseType === 'file' &&
  status < 300 &&
  (headers['content-disposition']?.startsWith('attachment') === true ||
    (firstOf(bytes) !== openingBrace && !/^text\/html\b/i.test(headers['content-type'] ?? '')))
const openingBrace = 0x7b
/** JSON may start with whitespace, and with a byte order mark at some servers. */
const firstOf = (bytes: Uint8Array) => bytes.find((byte) => byte > 0x20 && !byteOrderMark.includes(byte))
const byteOrderMark = [0xef, 0xbb, 0xbf]

const utf8 = new TextDecoder()
const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress), deflate: promisify(inflate) }

/** Requests do not ask for an encoding; encoded responses are still read, within the size limit. */
async function decoded(bytes: Answer['bytes'], encoding: string | string[] | undefined): Promise<Answer['bytes']> {
  if (encoding === undefined || encoding === 'identity' || bytes.length === 0) return bytes
  const name = String(encoding).toLowerCase()
  if (!Object.hasOwn(decoders, name)) throw new Problem('UNEXPECTED_CONTENT', `The encoding ${name} is not known`)
  return decoders[name as keyof typeof decoders](bytes, { maxOutputLength: maxBytes })
}
