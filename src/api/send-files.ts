import { isFile, isFilePart, isFileStream } from '#contract/http/file-part.ts'
import { type JsonObject, stringifyJson } from '#contract/json.ts'
import { inputPart } from '#contract/session.ts'

/** Upload progress, in bytes of the whole request. */
export type OnSent = (sent: number, total: number) => void

type Sending = {
  headers: Record<string, string>
  wire: JsonObject
  signal: AbortSignal | undefined
  onSent: OnSent | undefined
}

/** A form with the JSON input first, then the files. */
export function sendFiles(address: string, { headers, wire, signal, onSent }: Sending): Promise<Response> {
  const body = formOf(wire)
  if (onSent) return sendWatched(address, { headers, body, signal, onSent })
  return fetch(address, { method: 'POST', headers, body, signal, cache: 'no-store', redirect: 'error' })
}

function formOf(wire: JsonObject): FormData {
  const parts = Object.entries<unknown>(wire)
  const large = parts.flatMap(([part, file]) => (isFileStream(file) ? [{ part, file }] : []))
  const rest = Object.entries(wire).filter(([, value]) => !isFile(value))
  const sizes = large.map(({ part, file }) => [part, { size: file.size }] as const)
  const form = new FormData()
  form.append(inputPart, stringifyJson(Object.fromEntries([...rest, ...sizes]) as JsonObject))
  for (const [name, file] of parts) {
    if (isFilePart(file)) form.append(name, new Blob([Uint8Array.from(file.bytes)]), file.name)
  }
  // Streamed from disk by the browser.
  for (const { part, file } of large) if (file.content instanceof Blob) form.append(part, file.content, file.name)
  return form
}

type Watched = Pick<Sending, 'headers' | 'signal'> & { body: FormData; onSent: OnSent }

/** Like `fetch`, which does not report upload progress. */
function sendWatched(address: string, { headers, body, signal, onSent }: Watched): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open('POST', address)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total))
  request.addEventListener('load', () => resolve(responseOf(request)))
  request.addEventListener('error', () => reject(new TypeError('The connection ended')))
  const left = () => reject(signal?.reason instanceof Error ? signal.reason : new TypeError('Aborted'))
  request.addEventListener('abort', left)
  const abort = () => request.abort()
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) left()
  else request.send(body)
  return promise.finally(() => signal?.removeEventListener('abort', abort))
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
  const headers = lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()]] : []
  })
  return new Response(request.responseText, { status: request.status, headers })
}
