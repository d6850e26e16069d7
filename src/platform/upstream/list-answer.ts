/** The answer of a list without pages, which may be far longer than one that is read whole: it is read as it comes. */
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dialect } from '#contract/dialect.ts'
import { serverName } from '#contract/http/server-names.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { structureOf } from '#contract/wire.ts'
import { answerOf, type Head } from './answer.ts'
import { listSplitter } from './list-splitter.ts'
import { type Answer, brokenOff } from './upstream-problem.ts'

/** Takes rows in batches, each as an answer of its own. What comes next waits until it is done. */
export type OnRows = (body: string) => Promise<void> | void

const maxListMiB = 512

const decoders = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate }

/** What the server answered with an empty list; its rows have gone to `onRows`. */
export async function listAnswer(
  endpoint: Endpoint,
  { statusCode, headers }: Head,
  body: Readable,
  { speaks, onRows, maxMiB = maxListMiB }: { speaks: Dialect; onRows: OnRows; maxMiB?: number },
): Promise<Answer> {
  const name = serverName(listNameOf(endpoint), speaks)
  const splitter = listSplitter(name, statusCode < 300)
  let bytes = 0
  for await (const part of decoded(body, headers['content-encoding'])) {
    bytes += part.length
    if (bytes > maxMiB * 1024 * 1024) throw new Problem('ANSWER_TOO_LARGE', `The list is longer than ${maxMiB} MiB`)
    for (const rows of splitter.push(part)) await onRows(`{${JSON.stringify(name)}:[${rows}]}`)
  }
  return answerOf(endpoint, { statusCode, headers: { ...headers, 'content-encoding': undefined } }, splitter.rest())
}

function listNameOf({ id, output }: Endpoint): string {
  const made = structureOf(output)
  if (made?.kind !== 'rows' || made.name === undefined) throw new Error(`${id} is no list without pages`)
  return made.name
}

function decoded(body: Readable, encoding: string | string[] | undefined): AsyncIterable<Uint8Array> {
  if (encoding === undefined || encoding === 'identity') return whole(body)
  const name = String(encoding).toLowerCase()
  if (!Object.hasOwn(decoders, name)) throw new Problem('UNEXPECTED_CONTENT', `The encoding ${name} is not known`)
  // What breaks the body off breaks off whoever reads from the decoder, too.
  return pipeline(body, decoders[name as keyof typeof decoders](), () => undefined)
}

async function* whole(body: AsyncIterable<Uint8Array>) {
  try {
    yield* body
  } catch (error) {
    throw brokenOff(error)
  }
}
