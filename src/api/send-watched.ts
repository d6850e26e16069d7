/** Told while a file is sent, in bytes of the whole request. */
export type OnSent = (sent: number, total: number) => void

type Sending = {
  headers: Record<string, string>
  body: string | FormData
  signal: AbortSignal | undefined
  onSent: OnSent
}

/** As `fetch`, which does not say how much of a body was sent. */
export function sendWatched(address: string, { headers, body, signal, onSent }: Sending): Promise<Response> {
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
