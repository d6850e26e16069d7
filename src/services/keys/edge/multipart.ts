import type { WireRequest } from '#contract/http/wire-message.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import { tooLarge } from './read-body.ts'
import { malformed } from './strict-json.ts'

type Form = NonNullable<WireRequest['form']>

const maxParts = 10
const longestName = 255
const fileBytes = 1024 * 1024
/** Two files, a document, and boundaries. */
export const multipartBytes = 3 * fileBytes

/** Parses a multipart/form-data body with unique part names. */
export async function multipart(body: Buffer, contentType: string): Promise<Form> {
  requireFewParts(body, contentType)
  const form: Form = { fields: Object.create(null) as {}, files: Object.create(null) as {} }
  const seen = new Set<string>()
  for (const [name, value] of await partsOf(body, contentType)) {
    if (Buffer.byteLength(name) > longestName) throw malformed('a part has a name of more than 255 bytes', 'multipart')
    if (seen.has(name)) throw malformed('is given twice', name)
    seen.add(name)
    if (typeof value === 'string') form.fields[name] = intact(value, body)
    else form.files[name] = await fileOf(name, value)
  }
  return form
}

/** Limits the number of parts before parsing, which would be slow. */
function requireFewParts(body: Buffer, contentType: string) {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = `--${quoted ?? plain ?? ''}`
  let count = 0
  for (let at = body.indexOf(boundary); at !== -1; at = body.indexOf(boundary, at + boundary.length)) {
    count += 1
    if (count > maxParts + 1) throw tooLarge(`The request is too large: at most ${maxParts} parts are accepted`)
  }
}

async function partsOf(body: Buffer, contentType: string): Promise<[string, string | File][]> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
    return [...form] as [string, string | File][]
  } catch {
    throw malformed('is not multipart/form-data, which its content type states', 'body')
  }
}

const replacement = '\ufffd'
/** Rejects replacement characters, which the parser uses for invalid UTF-8. */
function intact(text: string, body: Buffer): string {
  if (text.includes(replacement) && !body.includes(replacement)) throw malformed('is not UTF-8')
  return text
}

async function fileOf(part: string, file: File): Promise<FilePart> {
  if (Buffer.byteLength(file.name) > longestName) throw malformed('has a file name of more than 255 bytes', part)
  if (file.size > fileBytes) throw tooLarge(`${part}: the file is too large, at most ${fileBytes} bytes are accepted`)
  return { name: file.name, bytes: await file.bytes(), ...(file.type && { type: file.type }) }
}
