// Calls as the console makes them, on any of several processes, with one session.
import { Agent, request } from 'undici'

export interface Called {
  /** 0: the connection broke off. */
  status: number
  value: Record<string, unknown>
  retryAfter: string | undefined
}

export function consoleClient() {
  const agent = new Agent({ connections: 30 })
  let cookie = ''
  async function call(origin: string, row: string, input: object = {}): Promise<Called> {
    const answer = await request(`${origin}/api/${row}`, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-triptych': '1', cookie },
      body: JSON.stringify(input),
    })
    const text = await answer.body.text()
    const { 'set-cookie': set, 'retry-after': retryAfter } = answer.headers
    const [given] = [set].flat()
    if (given) cookie = given.split(';')[0] ?? ''
    return { status: answer.statusCode, value: JSON.parse(text) as Called['value'], retryAfter: [retryAfter].flat()[0] }
  }
  return {
    call,
    async signIn(origin: string, username: string, password: string) {
      const { value } = await call(origin, 'session.signIn', { username, password })
      if (value.state !== 'signed-in') throw new Error(`Not signed in: ${JSON.stringify(value)}`)
    },
    async ready(origin: string) {
      const answer = await request(`${origin}/readyz`, { dispatcher: agent })
      return { status: answer.statusCode, text: await answer.body.text() }
    },
    close: () => agent.destroy(),
  }
}
