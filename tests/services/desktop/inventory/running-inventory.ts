// The embedded services with a seeded estate, and a token for each role.
import { randomUUID } from 'node:crypto'
import { type Dialect, dialect } from '#contract/dialect.ts'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import type { InventoryTables } from '#services/desktop/inventory/tables.ts'
import { startRunning } from '../../running.ts'
import { signInTo } from '../sign-in.ts'

type Options = { desktops: number; url?: string | undefined; speaks?: Partial<Dialect> }
export type RunningInventory = Awaited<ReturnType<typeof startInventory>>

export async function startInventory({ desktops, url, speaks = {} }: Options) {
  const spoken = dialect.parse(speaks)
  const running = await startRunning({ seed: `large:${desktops}`, url, speaks: spoken, demoPassword: randomUUID() })
  const tokenOf = async (name: string) => {
    // Signing in is answered in the same dialect, so it is read in it.
    const answer = await signInTo({ ...running, call: (endpoint, input) => callIn(endpoint, input) }).withPassword(name)
    return answer.auth_data?.auth_token ?? ''
  }
  const tables = running.database.db.$extendTables<InventoryTables>()

  async function callIn<R extends Endpoint>(endpoint: R, input: Input<R>, token = ''): Promise<Output<R>> {
    const { target, method, headers, body } = toRequest(endpoint, input, spoken)
    const response = await running.ask(target, { method, body, headers: { ...headers, authorization: token } })
    const answered = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
    return fromResponse(endpoint, answered, spoken)
  }

  const token = await tokenOf('operator')
  return {
    running,
    tables,
    tokenOf,
    token,
    call: <R extends Endpoint>(endpoint: R, input: Input<R>, as = token) => callIn(endpoint, input, as),
    /** A request below `/api/1.3/`, as it is typed; the answer as it comes. */
    async ask(path: string, init: RequestInit = {}) {
      const response = await running.ask(`/api/${spoken.version}/${path}`, {
        ...init,
        headers: { authorization: token, ...(init.headers as Record<string, string>) },
      })
      const text = await response.text()
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text,
        body: JSON.parse(text) as Body,
      }
    },
    stop: () => running.stop(),
  }
}

type Body = Record<string, unknown> & { message_response?: Record<string, unknown> }
