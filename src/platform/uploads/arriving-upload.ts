import { IncomingMessage } from 'node:http'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FileStream } from '#contract/http/file-part.ts'
import { type Json, type JsonObject, isJsonObject, parseJson } from '#contract/json.ts'
import { roughSize } from '#contract/mdm/upload.ts'
import { Problem } from '#contract/problem.ts'
import { inputPart } from '#contract/session.ts'
import { takesLargeFile } from '#contract/wire.ts'
import { formWithFile, type Refuse } from './form-with-file.ts'
import { discardRest } from './incoming-bytes.ts'

/** A large upload: first the input as JSON, including the file size, then the file. */
export async function uploadIn(bindings: unknown, maxBytes: number): Promise<Json> {
  const { fields, file } = await formWithFile(incomingOf(bindings), refuse)
  const { [inputPart]: text, ...others } = fields
  const [other] = Object.keys(others)
  if (other !== undefined || text === undefined) throw invalid(`Beside the file, the form has one part, ${inputPart}`)
  const input = objectIn(text)
  const stated = input[file.part]
  const size = isJsonObject(stated) ? stated.size : undefined
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) throw invalid(`${file.part}: has no size`)
  if (size > maxBytes) throw tooLarge(maxBytes)
  const { name, content } = file
  return { ...input, [file.part]: { name, size, content } satisfies FileStream as unknown as Json }
}

export const tooLarge = (maxBytes: number) => new Problem('TOO_LARGE', `The file is larger than ${roughSize(maxBytes)}`)

/** Reads the rest of a large upload, so that the client receives the response. */
export const discardUpload = async (endpoint: Endpoint, bindings: unknown) =>
  takesLargeFile(endpoint) && discardRest(incomingOf(bindings))

/** Node's request: the Web API would buffer the body. */
function incomingOf(bindings: unknown): IncomingMessage {
  const { incoming } = (bindings ?? {}) as { incoming?: unknown }
  if (incoming instanceof IncomingMessage) return incoming
  throw new Error('Large files come by a server of Node')
}

function objectIn(text: string): JsonObject {
  try {
    const value = parseJson(text)
    if (isJsonObject(value)) return value
  } catch {
    // reported below
  }
  throw invalid(`${inputPart}: must be a JSON object`)
}

const invalid = (message: string) => new Problem('INVALID_INPUT', message)

const refuse: Refuse = (why, message) => {
  if (why === 'silent') return new Problem('TIMEOUT', `Your browser has stopped sending: ${message}`)
  return why === 'too large' ? new Problem('TOO_LARGE') : invalid(message)
}
