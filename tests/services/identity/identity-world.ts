import { createHash } from 'node:crypto'
import type { Input } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { authorize } from '#contract/identity/authorization.ts'
import { requestToken, revokeToken } from '#contract/identity/tokens.ts'
import { type Running, startRunning } from '../running.ts'
import { browser, type Page } from './browser.ts'

export const client = { id: 'demo-client', secret: 'a-secret-of-the-demo-client' }
export const redirectUri = 'http://127.0.0.1:5000/callback'
export const readComputers = 'DesktopManagement.restapi.READ'
export const changeComputers = 'DesktopManagement.restapi.UPDATE'
export const readDevices = 'DeviceManagement.MDMInventory.READ'

export type World = Awaited<ReturnType<typeof startWorld>>
type Asked = Partial<Input<typeof authorize>>
type Answer = Record<string, unknown> & { error?: string; access_token?: string; refresh_token?: string }

export const startWorld = async (options: Parameters<typeof startRunning>[0] = {}) =>
  worldOf(await startRunning({ demoClient: client, callbacks: ['http://127.0.0.1:8080/callback'], ...options }))

function worldOf(running: Running) {
  const asked = (given: Asked = {}) =>
    toRequest(authorize, {
      client_id: client.id,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: readComputers,
      state: 'of the session',
      ...given,
    }).target

  async function post(path: string, body: string) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await running.ask(path, { method: 'POST', headers, body })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
  }

  return {
    ...running,
    asked,
    browser: () => browser(running),
    post,

    /** Everything that a person does until the application has its code. */
    async consent(given: Asked = {}, { user = 'admin', visitor = browser(running) } = {}): Promise<URL> {
      let page = await visitor.open(asked(given))
      if (page.forms.some(({ buttons }) => buttons.has('Sign in'))) {
        page = await visitor.signIn(page, user, running.password)
      }
      if (page.location === null) page = await visitor.press(page, 'Accept')
      return cameBack(page)
    },

    async code(given: Asked = {}, who: { user?: string } = {}): Promise<string> {
      return (await this.consent(given, who)).searchParams.get('code') ?? ''
    },

    token: (parameters: Record<string, string>) =>
      post(
        requestToken.path,
        `${new URLSearchParams({ client_id: client.id, client_secret: client.secret, ...parameters })}`,
      ),
    redeem(code: string, parameters: Record<string, string> = {}) {
      return this.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...parameters })
    },
    refresh(token: string | undefined, parameters: Record<string, string> = {}) {
      return this.token({ grant_type: 'refresh_token', refresh_token: token ?? '', ...parameters })
    },
    revoke: (token: string | undefined) => post(revokeToken.path, `refresh_token=${token}`),

    /** What an application gets that may come again. */
    async lasting(given: Asked = {}, who: { user?: string } = {}) {
      const code = await this.code({ access_type: 'offline', prompt: 'consent', ...given }, who)
      return (await this.redeem(code)).body
    },

    async statusWith(token: string | undefined, path: string, method = 'GET') {
      const headers = { authorization: `Vendor-oauthtoken ${token}`, 'content-type': 'application/json' }
      const response = await running.ask(path, { method, headers, ...(method === 'POST' && { body: '{}' }) })
      return response.status
    },
  }
}

/** Where the application's page would be. */
export function cameBack(page: Page): URL {
  if (page.location === null) throw new Error(`Nobody was sent back: ${page.status} ${page.text}`)
  return new URL(page.location)
}

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
export const paths = {
  computers: '/api/1.3/som/computers',
  scan: '/api/1.3/inventory/computers/scan',
  devices: '/api/v1/devices',
  userInfo: '/oauth/user/info',
}
