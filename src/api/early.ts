/**
 * The page's HTML starts its first requests before any script of ours has loaded (see `index.html`). They wait here
 * under row id and body; the first `call` of the same row and body takes the answer that is already on its way.
 */
type Early = Map<string, Promise<Response>>
declare global {
  interface Window {
    early?: Early
  }
}

export function takeEarly(id: string, body: string | FormData): Promise<Response> | undefined {
  if (typeof body !== 'string') return undefined
  const early = typeof window === 'undefined' ? undefined : window.early
  const key = `${id} ${body}`
  const answer = early?.get(key)
  early?.delete(key)
  return answer
}
