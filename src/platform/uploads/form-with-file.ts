import type { IncomingMessage } from 'node:http'
import { bytesOf, SenderSilent } from './incoming-bytes.ts'
import { MalformedForm, type Part, partsOf } from './multipart-parts.ts'

/** The fields before the file, and the file as a stream. */
export type FormWithFile = {
  fields: Record<string, string>
  file: { part: string; name: string; content: AsyncIterable<Uint8Array> }
}
/** Creates the caller's error. */
export type Refuse = (why: 'malformed' | 'silent' | 'too large', message: string) => Error

const maxFieldBytes = 64 * 1024
const maxFields = 10
const longestName = 255

/** Parses a form whose last part is a file of any size. */
export async function formWithFile(incoming: IncomingMessage, refuse: Refuse): Promise<FormWithFile> {
  const said = (error: unknown): never => {
    if (error instanceof MalformedForm) throw refuse('malformed', `the form is not complete: ${error.message}`)
    if (error instanceof SenderSilent) throw refuse('silent', 'the file has stopped coming')
    throw error
  }
  const parts = partsOf(bytesOf(incoming), incoming.headers['content-type'] ?? '')
  const fields: Record<string, string> = Object.create(null) as {}
  for (let count = 0; count <= maxFields; count += 1) {
    const next = await parts.next().catch(said)
    if (next.done) throw refuse('malformed', 'the form has no file')
    const { name, fileName, content } = next.value
    if (Math.max(name.length, fileName?.length ?? 0) > longestName) throw refuse('malformed', 'a name is too long')
    if (Object.hasOwn(fields, name)) throw refuse('malformed', `${name} is given twice`)
    if (fileName !== undefined)
      return { fields, file: { part: name, name: fileName, content: wholeFile(content, parts, said) } }
    fields[name] = await textOf(content, refuse).catch(said)
  }
  throw refuse('malformed', `the form has more than ${maxFields} parts`)
}

async function textOf(content: AsyncIterable<Uint8Array>, refuse: Refuse): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > maxFieldBytes) throw refuse('too large', `a part without a file has at most ${maxFieldBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function* wholeFile(
  content: AsyncIterable<Uint8Array>,
  parts: AsyncGenerator<Part>,
  said: (error: unknown) => never,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content
    if (!(await parts.next()).done) throw new MalformedForm('the file is not its last part')
  } catch (error) {
    said(error)
  }
}
