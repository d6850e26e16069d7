import type { Context } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Json, isJsonObject, parseJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { inputPart } from '#contract/session.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import { takesLargeFile } from '#contract/wire.ts'
import { tooLarge, uploadIn } from '#platform/uploads/arriving-upload.ts'

/** Enough for the 10,000 device IDs of a bulk command. */
const jsonBytes = 512 * 1024
const formBytes = 4 * 1024 * 1024
const maxFileBytes = 1024 * 1024
const maxParts = 10
const longestName = 255

/** Unvalidated input of a call: JSON, or a form with the JSON in one part and a file in each other part. */
export async function wireInputOf({ req, env }: Context, endpoint: Endpoint, maxUploadBytes: number): Promise<Json> {
  const isForm = endpoint.encoding === 'multipart' && hasType(req.header('content-type'), 'multipart/form-data')
  if (!isForm && !hasType(req.header('content-type'), 'application/json')) {
    throw new Problem('INVALID_INPUT', 'The content type must be application/json', { status: 415 })
  }
  // Browsers always send Content-Length.
  const length = req.header('content-length')
  if (length === undefined) throw new Problem('INVALID_INPUT', 'The length must be stated', { status: 411 })
  const isUpload = isForm && takesLargeFile(endpoint)
  const max = isUpload ? maxUploadBytes + jsonBytes : isForm ? formBytes : (endpoint.maxInputBytes ?? jsonBytes)
  if (Number(length) > max) throw isUpload ? tooLarge(maxUploadBytes) : new Problem('TOO_LARGE')
  if (isUpload) return uploadIn(env, maxUploadBytes)
  return isForm ? formIn(await formOf(req.raw)) : jsonIn(await req.text())
}

const hasType = (header = '', type: string) => header.toLowerCase().split(';', 1)[0]?.trim() === type

function jsonIn(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    throw new Problem('INVALID_INPUT', 'The body is not JSON')
  }
}

async function formOf(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw new Problem('INVALID_INPUT', 'The body is not a form')
  }
}

async function formIn(form: FormData): Promise<Json> {
  const parts = [...form]
  if (parts.length > maxParts) throw new Problem('TOO_LARGE', `A form has at most ${maxParts} parts`)
  const texts = parts.filter(([, value]) => typeof value === 'string')
  const [input] = texts
  if (texts.length > 1 || (input && input[0] !== inputPart)) {
    throw new Problem('INVALID_INPUT', `Beside files, a form has one part, called ${inputPart}`)
  }
  const values = input ? jsonIn(input[1] as string) : {}
  if (!isJsonObject(values)) throw new Problem('INVALID_INPUT', `${inputPart}: must be a JSON object`)
  const files = new Map<string, FilePart>()
  for (const [name, value] of parts) {
    if (typeof value === 'string') continue
    if (files.has(name)) throw new Problem('INVALID_INPUT', `${name}: is given twice`, { field: name })
    files.set(name, await fileIn(name, value))
  }
  return { ...values, ...(Object.fromEntries(files) as unknown as Record<string, Json>) }
}

async function fileIn(field: string, file: File): Promise<FilePart> {
  if (file.size > maxFileBytes) throw new Problem('TOO_LARGE', `${field}: a file has at most 1 MiB`, { field })
  if (file.name.length > longestName) throw new Problem('INVALID_INPUT', `${field}: the name is too long`, { field })
  return { name: file.name, bytes: await file.bytes() }
}
