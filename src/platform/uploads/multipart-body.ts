import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { FormData } from 'undici'
import type { FilePart, FileStream } from '#contract/http/file-part.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { Problem } from '#contract/problem.ts'

type Body = { body?: string | FormData | Readable | undefined; headers?: Record<string, string> }

/** Body of a request: text, a form with files, or a single streamed file. */
export function bodyOf({ form, body }: WireRequest): Body {
  if (!form) return { body }
  const { fields, files, large } = form
  return large ? streamed(fields, large.part, large.file) : { body: formOf(fields, files) }
}

function formOf(fields: Record<string, string>, files: Record<string, FilePart>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, { bytes, name: fileName }] of Object.entries(files)) {
    form.append(name, new Blob([Uint8Array.from(bytes)]), fileName)
  }
  return form
}

/** With a Content-Length, since some servers reject chunked bodies. */
function streamed(fields: Record<string, string>, name: string, { name: fileName, size, content }: FileStream): Body {
  if (size === undefined) throw new Error('The size of a file that is sent must be known')
  const boundary = `triptych-${randomUUID()}`
  const texts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(field)}"\r\n\r\n${value}\r\n`,
  )
  const named = `filename="${quoted(fileName)}"`
  const head = Buffer.from(
    `${texts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"; ${named}\r\nContent-Type: application/octet-stream\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const bytes = content instanceof Blob ? content.stream() : content
  const all = async function* () {
    yield head
    yield* exactly(size, bytes)
    yield tail
  }
  return {
    body: Readable.from(all(), { objectMode: false }),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + size + tail.length),
      'content-disposition': `attachment; filename="${asciiName(fileName)}"`,
    },
  }
}

/** Fails if the file is longer or shorter than declared, which would corrupt the connection. */
async function* exactly(size: number, content: AsyncIterable<Uint8Array>) {
  let sent = 0
  for await (const chunk of content) {
    sent += chunk.length
    if (sent > size) break
    yield chunk
  }
  if (sent !== size) throw new Problem('INVALID_INPUT', 'The size of the file differs from the announced size')
}

const quoted = (text: string) => text.replace(/[\r\n"]/g, encodeURIComponent)
/** Headers allow ASCII only. */
const asciiName = (text: string) => text.replace(/[^\x20-\x7e]|["\\%]/g, '_')
