import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { formType, inputData } from '#contract/http/http.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { isFilePart } from '#contract/http/file-part.ts'
import type { KeyRequest } from './key-request.ts'
import { multipart, multipartBytes } from './multipart.ts'
import { readBody, tooLarge } from './read-body.ts'
import { takesAnyPartName } from './request-path.ts'
import { malformed, requireStrictJson } from './strict-json.ts'

type Form = NonNullable<WireRequest['form']>

const documentBytes = 64 * 1024 // our limit; INPUT_DATA is JSON text
/** The same with all bytes percent-encoded. */
const encodedBytes = 4 * documentBytes

/** Input of a call: INPUT_DATA, given once in any place, and the endpoint's files. */
export async function requestInput(
  endpoint: Endpoint,
  request: KeyRequest,
  search: string,
): Promise<Pick<WireRequest, 'form' | 'body'>> {
  const contentType = request.headers['content-type'] ?? ''
  if (endpoint.encoding === 'json') return endpoint.method === 'GET' ? {} : { body: await jsonIn(request, contentType) }
  const { fields, files } = await formIn(request, contentType)
  const documents = [...valuesIn(search), ...(inputData in fields ? [fields[inputData] ?? ''] : [])]
  const [first, ...others] = documents
  if (others.length > 0) throw malformed('is given twice')
  const document = first === '' ? undefined : first
  if (document === undefined && needsFields(endpoint)) throw malformed('is missing')
  if (document !== undefined) requireDocument(document)
  return {
    form: { fields: document === undefined ? {} : { [inputData]: document }, files: partsOf(endpoint, fields, files) },
  }
}

function requireDocument(text: string) {
  if (Buffer.byteLength(text) > documentBytes) {
    throw tooLarge(`${inputData} is too large: at most ${documentBytes} bytes are accepted`)
  }
  requireStrictJson(text)
}

async function jsonIn({ body }: KeyRequest, contentType: string): Promise<string> {
  const bytes = await readBody(body, documentBytes)
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw malformed('must be application/json', 'Content-Type')
  const text = utf8(bytes, 'body')
  requireStrictJson(text, 'body')
  return text
}

async function formIn({ body }: KeyRequest, contentType: string): Promise<Form> {
  if (/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    return multipart(await readBody(body, multipartBytes), contentType)
  }
  const bytes = await readBody(body, encodedBytes)
  if (contentType.toLowerCase().startsWith(formType)) {
    const [document, ...others] = valuesIn(utf8(bytes))
    if (others.length > 0) throw malformed('is given twice')
    return { fields: document === undefined ? {} : { [inputData]: document }, files: {} }
  }
  if (bytes.length > 0) throw malformed(`a body must be ${formType} or multipart/form-data`, 'Content-Type')
  return { fields: {}, files: {} }
}

/** All INPUT_DATA values of a form-urlencoded text; other names are ignored. */
function valuesIn(encoded: string): string[] {
  return encoded
    .split('&')
    .map((pair) => /^([^=]*)=?(.*)$/s.exec(pair) ?? [])
    .filter(([, name = '']) => percentDecoded(name) === inputData)
    .map(([, , value = '']) => {
      const text = percentDecoded(value)
      if (text === undefined) throw malformed('is not percent-encoded UTF-8')
      return text
    })
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function utf8(bytes: Uint8Array, what?: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw malformed('is not UTF-8', what)
  }
}

const anyFile = { name: 'file', bytes: new Uint8Array() }
const shapeOf = (endpoint: Endpoint) =>
  Object.entries(
    endpoint.input instanceof z.ZodMiniObject ? (endpoint.input.shape as Record<string, z.ZodMiniType>) : {},
  )
const isFileField = (field: z.ZodMiniType) => isFilePart(field.safeParse(anyFile).data)
const fileNames = (endpoint: Endpoint) =>
  shapeOf(endpoint).flatMap(([name, field]) => (isFileField(field) ? [name] : []))

/** Whether a call without INPUT_DATA is invalid. */
const needsFields = (endpoint: Endpoint) =>
  shapeOf(endpoint).some(([, field]) => !isFileField(field) && !field.safeParse(undefined).success)

/** The endpoint's file parts by name; other parts are rejected. */
function partsOf(endpoint: Endpoint, fields: Form['fields'], files: Form['files']): Form['files'] {
  const known = fileNames(endpoint)
  const [only] = known
  const given = Object.entries(files)
  if (only !== undefined && takesAnyPartName(endpoint)) {
    if (given.length > 1) throw malformed('one file is taken, and several came', only)
    return Object.fromEntries(given.map(([, file]) => [only, file]))
  }
  for (const name of [...Object.keys(fields), ...Object.keys(files)]) {
    if (name === inputData && name in fields) continue
    if (!known.includes(name))
      throw malformed(`the operation has no part with this name; it has ${sayNames(known)}`, 'multipart')
    if (name in fields) throw malformed('must come as a file, with a file name', `part ${name}`)
  }
  return files
}

const sayNames = (files: readonly string[]) => [inputData, ...files].join(', ')
