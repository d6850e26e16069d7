// A console with jobs, before a device server that a test controls and that writes down what it is asked.
import { expect } from 'vitest'
import type { Job, JobItem } from '#contract/console/jobs.ts'
import { type Proxy, startProxy, token } from '../../../support/proxy.ts'
import { type Answer, json } from '../../../support/upstream.ts'

export const pace = { idleMs: 100, lookMs: 150, backoffMs: 100, drainMs: 0 }
type Options = Parameters<typeof startProxy>[0]
type Asked = { action_name: string; device_ids: string[] }
export type JobWorld = Awaited<ReturnType<typeof startJobs>>

export async function startJobs(options: Options = {}) {
  const proxy = await startProxy({ ownToken: true, jobPace: pace, ...options })
  const server = deviceServer(proxy)
  return { proxy, server, ...callsOf(proxy) }
}

/** The calls of a page. */
export const callsOf = (proxy: Proxy) => {
  const call = async <T>(row: string, input: object, cookie: string): Promise<T> => {
    const { status, value } = await proxy.call(row, input, cookie)
    if (status !== 200) throw new Error(`${row}: ${status} ${JSON.stringify(value)}`)
    return value as T
  }
  const plan = (cookie: string, count: number, more: object = {}) =>
    call<Job>(
      'console.planJob',
      {
        endpoint: 'mdm.sendCommands',
        title: 'Scan',
        input: { action_name: 'scan' },
        items: devices(count).map((subject) => ({ subject, label: `Till ${subject}` })),
        ...more,
      },
      cookie,
    )
  const read = (job: number, cookie: string) => call<Job>('console.readJob', { job }, cookie)
  return {
    call,
    plan,
    read,
    start: async (cookie: string, count: number, more: object = {}) => {
      const { id } = await plan(cookie, count, more)
      return call<Job>('console.startJob', { job: id }, cookie)
    },
    items: async (job: number, cookie: string, more: object = {}) =>
      (await call<{ rows: JobItem[] }>('console.listJobItems', { job, limit: 200, ...more }, cookie)).rows,
    until: (job: number, cookie: string, wanted: object, timeout = 60_000) =>
      expect.poll(() => read(job, cookie), { timeout, interval: 50 }).toMatchObject(wanted),
  }
}

export const devices = (count: number) => Array.from({ length: count }, (_, at) => `d${at + 1}`)

/** Accepts commands and tells in the history of each device that they were executed, unless a test says otherwise. */
function deviceServer({ mdm }: Proxy) {
  const sent: Asked[] = []
  const state = {
    sent,
    /** How often each device was sent a command. */
    ledger: () =>
      Map.groupBy(
        sent.flatMap(({ device_ids }) => device_ids),
        (id) => id,
      ),
    status: 2,
    /** Answers this call in the place of the usual answer; `undefined`: as usual. */
    instead: undefined as ((asked: Asked, response: Parameters<Answer>[1]) => unknown) | undefined,
    /** Refuses every token, without saying why. */
    refusesTokens: false,
  }
  mdm.answer(({ method, url, body }, response) => {
    if (state.refusesTokens) return json(response, { error_code: 'COM0013' }, 401)
    if (method === 'POST') {
      const { device_ids = [] } = JSON.parse(body) as Partial<Asked>
      const asked = { action_name: url.split('/').at(-1) ?? '', device_ids }
      const refused = state.instead?.(asked, response)
      if (refused === 'refused') return undefined
      sent.push(asked)
      if (refused === 'silent') return undefined
      const list = device_ids.map((device_id) => ({ device_id, status: 'SCHEDULED', remarks: '' }))
      return json(response, { total_count: list.length, success_count: list.length, success_list: list, na_list: [] })
    }
    const [, device = ''] = /devices\/([^/]+)\/commandhistory/.exec(url) ?? []
    const commands = sent.flatMap(({ action_name, device_ids }, at) =>
      device_ids.includes(device)
        ? [
            {
              command_history_id: String(1000 + at),
              command_name: action_name,
              command_status: state.status,
              added_time: Date.now(),
              remarks: state.status === 2 ? 'Executed' : '',
            },
          ]
        : [],
    )
    return json(response, { commands: commands.toReversed() })
  })
  return state
}

/** How many tokens a server has issued, and those that it no longer takes. */
const tokensOf = new WeakMap<Proxy['desktop'], { issued: number; refused: Set<string | undefined> }>()

/**
 * What desktop management says from now on of whoever shows a token. One that was refused stays so: what a process still
 * asks with it, while the next answers hold already, must not look like a server that knows the token.
 */
export function answerAccount({ desktop }: Proxy, account: { write: string[] } | 'disabled', refusal = '10002') {
  const tokens = tokensOf.get(desktop) ?? { issued: 0, refused: new Set() }
  tokensOf.set(desktop, tokens)
  desktop.answer(({ url, body, headers: { authorization } }, response) => {
    if (url.includes('/authentication')) {
      const { username = '' } = JSON.parse(body || '{}') as { username?: string }
      tokens.issued += 1
      return json(response, token(username, `token-${tokens.issued}`))
    }
    if (account === 'disabled' || tokens.refused.has(authorization)) {
      tokens.refused.add(authorization)
      return json(response, { error_code: refusal }, 401)
    }
    if (!url.endsWith('/desktop/account')) return json(response, { error_code: '10022' }, 404)
    const { message_response } = token('writer') as unknown as { message_response: { authentication: object } }
    const { authentication } = message_response
    const user_permissions = { read: ['Common_Read', 'MDM_Read'], write: account.write, admin: [] }
    return json(response, {
      message_type: 'account',
      message_response: { account: { ...authentication, user_permissions } },
      message_version: '1.0',
      status: 'success',
    })
  })
}
