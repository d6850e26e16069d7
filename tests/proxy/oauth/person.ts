// A person with a browser: one cookie jar for the console, and one for the pages of the identity provider.
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'undici'
import type { JsonObject } from '#contract/json.ts'
import type { browser } from '../../services/identity/browser.ts'

type Setting = { consoles: { origins: readonly string[] }; site?: string }
type Way = { user?: string; password?: string; press?: 'Accept' | 'Deny' }
type Visitor = ReturnType<typeof browser>

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Where an answer sends the browser to. */
export const locationOf = ({ headers }: Answer) => {
  const { location } = headers
  return typeof location === 'string' ? location : ''
}
/** The code that the page there explains. */
export const problemAt = (answer: Answer) => new URL(locationOf(answer), 'http://console').searchParams.get('problem')
/** An address that a row has answered. */
export const addressIn = ({ address }: JsonObject) => new URL(typeof address === 'string' ? address : '')

export type Person = ReturnType<typeof person>

export function person({ consoles: { origins }, site = '1' }: Setting) {
  const cookies = new Map<string, string>()

  async function send(
    path: string,
    method: string,
    headers: Record<string, string> = {},
    body?: string,
    at = 0,
  ): Promise<Answer> {
    const jar = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await request(origins[at] + path, {
      method,
      headers: { ...headers, ...(jar && { cookie: jar }) },
      ...(body !== undefined && { body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }

  return {
    cookies,
    open: (path: string, method = 'GET') => send(path, method),

    /** A call of a row; `at` names the process. */
    async call(row: string, input: unknown = {}, at = 0) {
      const headers = { 'content-type': 'application/json', 'x-triptych': site }
      const answer = await send(`/api/${row}`, 'POST', headers, JSON.stringify(input), at)
      return { ...answer, value: (answer.text.startsWith('{') ? JSON.parse(answer.text) : {}) as JsonObject }
    },

    /** Where the identity provider is to be asked, and with what. */
    async setOut(input: object = {}, row = 'session.startCloudSignIn') {
      const { value, status } = await this.call(row, input)
      if (status !== 200) throw new Error(`Nobody set out: ${JSON.stringify(value)}`)
      const address = addressIn(value)
      return { address, state: address.searchParams.get('state') ?? '' }
    },

    /** Back at the console, with what the identity provider gave along. */
    comeBack: (parameters: Record<string, string>, path = '/callback') =>
      send(`${path}?${new URLSearchParams(parameters)}`, 'GET'),

    async state() {
      return (await this.call('session.current')).value.state
    },

    /** Through the pages of a real identity provider, and back as often as it takes. */
    async goThrough(address: string | URL, visitor: Visitor, way: Way = {}): Promise<Answer> {
      const { user = 'admin', password = '', press = 'Accept' } = way
      let page = await visitor.open(address.toString())
      if (page.forms.some(({ buttons }) => buttons.has('Sign in'))) page = await visitor.signIn(page, user, password)
      if (page.location === null) page = await visitor.press(page, press)
      if (page.location === null) throw new Error(`Nobody was sent back: ${page.text}`)
      const { pathname, search } = new URL(page.location)
      const answer = await send(pathname + search, 'GET')
      if (answer.status !== 302) return answer
      return this.goThrough(locationOf(answer), visitor, way)
    },
  }
}
