/** Streamed responses of unpaged lists, which may exceed the limit for buffered responses. */
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

/** Receives batches of rows, each as a complete response; reading continues when it resolves. */
export type OnRows = (body: string) => Promise<void> | void

const maxListMiB = 512

const decoders = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate }

/** The response with an empty list; its rows were passed to `onRows`. */
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
  // A failing body also fails the decoder's reader.
  return pipeline(body, decoders[name as keyof typeof decoders](), () => undefined)
}

async function* whole(body: AsyncIterable<Uint8Array>) {
  try {
    yield* body
  } catch (error) {
    throw brokenOff(error)
  }
}
