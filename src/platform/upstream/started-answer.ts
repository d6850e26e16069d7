import { PassThrough, pipeline } from 'node:stream'
import type { Dialect } from '#contract/dialect.ts'
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { translates } from '#contract/http/server-names.ts'
import { Problem } from '#contract/problem.ts'
import type { Answered } from '#platform/network/exchange.ts'
import { answerOf, bufferedOf, maxBytes } from './answer.ts'
import { onlyReads } from './first-answer.ts'
import { type Answer, brokenOff, isWithoutError } from './upstream-problem.ts'

/** Longer responses are streamed. */
const wholeBytes = 64 * 1024

export const wholeAnswer = async (endpoint: Endpoint, { body, ...head }: Answered): Promise<Answer> =>
  answerOf(endpoint, head, await body.bytes().catch(fails))

/**
 * The response to a read, judged by its beginning. Long responses have a `rest`, read as fast as the server sends and
 * failing on truncation or excess length. If the beginning is not conclusive, the response is buffered completely.
 */
export async function startedAnswer(endpoint: Endpoint, answered: Answered, speaks: Dialect): Promise<Answer> {
  const { statusCode, headers, body } = answered
  const length = Number(headers['content-length'])
  // With any other final coding, the body ends with the connection (RFC 9112, 6.3).
  const isFramed = length >= 0 || /\bchunked\s*$/i.test(String(headers['transfer-encoding']))
  const isPlain = statusCode === 200 && isFramed && headers['content-encoding'] === undefined
  if (!isPlain || !onlyReads(endpoint) || endpoint.responseType || translates(speaks))
    return wholeAnswer(endpoint, answered)
  if (length <= wholeBytes) return Object.assign(await wholeAnswer(endpoint, answered), { headDecides: true })
  const stream = body.stream()
  if (length > maxBytes) {
    stream.on('error', () => undefined).destroy()
    throw new Problem('ANSWER_TOO_LARGE')
  }
  const rest = pipeline(stream, new PassThrough({ highWaterMark: maxBytes }), () => undefined)[Symbol.asyncIterator]()
  const bytes = await taken(rest, wholeBytes)
  const begun = { status: statusCode, headers: bufferedOf(endpoint, headers), bytes, headDecides: true }
  if (bytes.length > wholeBytes && isWithoutError(serviceOf(endpoint), begun)) {
    return { ...begun, text: '', rest: further(rest) }
  }
  const whole = Buffer.concat([bytes, await taken(rest, maxBytes)])
  return Object.assign(await answerOf(endpoint, answered, whole), { headDecides: true })
}

/** Reads at least `min` bytes, up to the end of a part. */
async function taken(parts: AsyncIterator<Uint8Array<ArrayBuffer>>, min: number): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array<ArrayBuffer>[] = []
  for (let bytes = 0; bytes <= min;) {
    const part = await parts.next().catch(fails)
    if (part.done) break
    kept.push(part.value)
    bytes += part.value.length
  }
  return kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept)
}

async function* further(parts: AsyncIterator<Uint8Array>) {
  for (;;) {
    const part = await parts.next().catch(fails)
    if (part.done) return
    yield part.value
  }
}

const fails = (error: unknown) => {
  throw brokenOff(error)
}
