/** Requests as text for display, in the form of the reference, with masked secrets. */
import { type Input, type Endpoint, serviceOf } from './endpoint.ts'
import { inputData } from './http/http.ts'
import { toRequest } from './http/to-request.ts'
import { isSecretInput } from './http/secret-inputs.ts'
import type { WireRequest } from './http/wire-message.ts'
import { isJsonObject, parseJson, stringifyJson, type Json } from './json.ts'

export const mask = '••••••'

/** The input with its secrets masked. */
export const masked = (value: Json, name = ''): Json => {
  if (value === null) return value
  if (isSecretInput(name)) return mask
  if (Array.isArray(value)) return value.map((item) => masked(item))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, key)]))
}

/** Credential header of each service, with a placeholder. */
const credential: Partial<Record<ReturnType<typeof serviceOf>, readonly [string, string]>> = {
  desktop: ['authorization', '$TOKEN'],
  mdm: ['authorization', '$TOKEN'],
  keys: ['AUTHTOKEN', '$API_KEY'],
}

/** The request in the default dialect. Secrets are masked before encoding. */
export function wireForm<R extends Endpoint>(endpoint: R, input: Input<R>): WireRequest {
  const request = toRequest(endpoint, input)
  const [name, value] = credential[serviceOf(endpoint)] ?? []
  const headers = { ...request.headers, ...(name !== undefined && value !== undefined && { [name]: value }) }
  return { ...request, target: maskedTarget(request.target), headers, ...maskedBody(request) }
}

/** A `curl` command with placeholders for address and credential; values are quoted for POSIX shells. */
export function asCurl({ method, target, headers, body, form }: WireRequest): string {
  const parts = [
    `curl -X ${method} "$BASE_URL"${quoted(target)}`,
    ...Object.entries(headers).map(([name, value]) =>
      value.startsWith('$') ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
    ...Object.entries(form?.fields ?? {}).map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
    ...Object.entries(form?.files ?? {}).map(([name, file]) => `-F ${quoted(`${name}=@${file.name}`)}`),
  ]
  return parts.join(' \\\n  ')
}

/** The request as HTTP text, with files by name. */
export function asLines({ method, target, headers, body, form }: WireRequest): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const fields = Object.entries(form?.fields ?? {}).map(([part, value]) => `${part}: ${value}`)
  const files = Object.entries(form?.files ?? {}).map(([part, { name }]) => `${part}: the file ${name}`)
  return [`${method} ${target}`, ...head, '', body ?? '', ...fields, ...files].join('\n').trim()
}

/** Path and query, decoded for display and search only. */
export function readableTarget(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('+', ' '))
  } catch {
    return target
  }
}

/** Indented JSON; truncated or other text is returned unchanged. */
export function indented(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2)
  } catch {
    return text
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function maskedTarget(target: string): string {
  const at = target.indexOf('?')
  return at === -1 ? target : `${target.slice(0, at)}?${maskedQuery(target.slice(at + 1))}`
}

function maskedQuery(text: string): string {
  const query = new URLSearchParams(text)
  for (const [name, value] of query) query.set(name, maskedParameter(name, value))
  return query.toString()
}

const maskedParameter = (name: string, value: string) =>
  name === inputData ? maskedJson(value) : isSecretInput(name) ? mask : value

function maskedBody({ headers, body, form }: WireRequest): Pick<WireRequest, 'body' | 'form'> {
  if (form) {
    const fields = Object.entries(form.fields).map(([name, value]) => [name, maskedParameter(name, value)] as const)
    return { form: { fields: Object.fromEntries(fields), files: withoutContent(form) } }
  }
  if (body === undefined) return {}
  return { body: headers['content-type'] === 'application/json' ? maskedJson(body) : maskedQuery(body) }
}

/** Files may be private keys, so only their names are shown. */
const withoutContent = ({ files, large }: NonNullable<WireRequest['form']>) =>
  Object.fromEntries(
    [...Object.entries(files), ...(large ? [[large.part, large.file] as const] : [])].map(([part, { name }]) => [
      part,
      { name, bytes: new Uint8Array() },
    ]),
  )

const maskedJson = (text: string): string => {
  const value: Json = parseJson(text)
  return isJsonObject(value) ? stringifyJson(masked(value)) : text
}
