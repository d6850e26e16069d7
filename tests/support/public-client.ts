// A browser or tool on another machine: whatever the public address is, its requests arrive at the console's port.
import { request } from 'undici'
import type { JsonObject } from '#contract/json.ts'

/** `console`: where the console listens; `publicUrl`: what people type. */
export function publicClient(console: string, publicUrl: string) {
  const { host } = new URL(publicUrl)
  const cookies = new Map<string, string>()
  const keep = (lines: readonly string[]) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const jar = () => [...cookies].map((pair) => pair.join('=')).join('; ')

  /** As the proxy in front hands it on. */
  async function send(path: string, method = 'GET', headers: Record<string, string> = {}, body?: string) {
    const all = { host, ...(cookies.size > 0 && { cookie: jar() }), ...headers }
    const answer = await request(console + path, { method: method as 'GET', headers: all, body })
    keep([answer.headers['set-cookie'] ?? []].flat())
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() }
  }

  /** A call of the console's own scripts. */
  const file = (endpoint: string, input: object = {}) =>
    send(`/api/${endpoint}`, 'POST', { 'content-type': 'application/json', 'x-triptych': '1' }, JSON.stringify(input))

  return {
    cookies,
    send,
    file,
    call: async (endpoint: string, input?: object) => JSON.parse((await file(endpoint, input)).text) as JsonObject,
    /** For pages of the identity provider (tests/services/identity/browser.ts). */
    fetch: async ({ pathname, search }: URL, init: RequestInit): Promise<Response> => {
      const headers = Object.fromEntries(new Headers(init.headers))
      delete headers.cookie // one jar for the whole origin, as in a browser
      const {
        status,
        headers: answered,
        text,
      } = await send(pathname + search, init.method, headers, init.body as string | undefined)
      const pairs = Object.entries(answered).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
      return new Response(text, { status, headers: pairs as [string, string][] })
    },
  }
}
