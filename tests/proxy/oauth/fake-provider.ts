// An identity provider that fails, dawdles and lies as a test says, and remembers what it was asked.
import { setTimeout as delay } from 'node:timers/promises'
import { getUserInfo, requestToken, revokeToken } from '#contract/identity/tokens.ts'
import { type Answer, json, startUpstream } from '../../support/upstream.ts'

export const canary = { code: 'canary-code-81Ht', access: 'canary-access-5rPz', refresh: 'canary-refresh-9uYq' }
type Reply = {
  status?: number
  body?: object | string
  afterMs?: number
  /** It is given then. */
  after?: Promise<unknown>
  headers?: Record<string, string>
}
type Token = (given: URLSearchParams, count: number) => Reply

export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>

export async function startFakeProvider() {
  let token: Token = defaultTokens
  let revoke: () => Reply = () => ({ body: { status: 'success' } })
  let userId = 7
  let refusesAccess = false
  let saysPermissions = true
  const answer: Answer = async ({ url, method, body, headers }, response) => {
    const [path = '', search = ''] = url.split('?')
    const said = (reply: Reply) => {
      for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
      json(response, reply.body ?? {}, reply.status)
    }
    const answered = async (reply: Reply) => {
      if (reply.afterMs) await delay(reply.afterMs)
      await reply.after
      return said(reply)
    }
    if (path === requestToken.path && method === 'POST') {
      return answered(token(new URLSearchParams(body || search), provider.tokenCalls().length))
    }
    if (path === revokeToken.path) return answered(revoke())
    if (path === getUserInfo.path) {
      const known = !refusesAccess && headers.authorization?.startsWith(`Vendor-oauthtoken ${canary.access}`)
      return said(
        known
          ? { body: saysPermissions ? userInfo(userId) : { user_id: userId } }
          : { status: 401, body: { error: 'invalid_token' } },
      )
    }
    return said({ status: 404 })
  }
  const server = await startUpstream(answer)
  const of = (path: string) => server.received.filter(({ url }) => url.split('?')[0] === path)
  const provider = {
    url: server.url,
    received: server.received,
    stop: server.stop,
    /** What the token endpoint was asked, as parameters. */
    tokenCalls: () => of(requestToken.path).map(({ url, body }) => new URLSearchParams(body || url.split('?')[1])),
    refreshes: () => provider.tokenCalls().filter((given) => given.get('grant_type') === 'refresh_token'),
    revoked: () => of(revokeToken.path).map(({ url, body }) => new URLSearchParams(body || url.split('?')[1])),
    answerToken: (next: Token = defaultTokens) => void (token = next),
    answerRevocation: (next: () => Reply) => void (revoke = next),
    /** Somebody else is signed in there from now on. */
    isNow: (id: number) => void (userId = id),
    refuseAccess: (refuses: boolean) => void (refusesAccess = refuses),
    /** The reference states no fields of what is said of a person. */
    tellPermissions: (isFirst: boolean) => void (saysPermissions = isFirst),
    forget: () => void server.received.splice(0),
  }
  return provider
}

/** Every answer has tokens of its own; a refresh gives an access token alone. */
export const defaultTokens: Token = (given, count) => ({
  body: {
    access_token: `${canary.access}-${count}`,
    ...(given.get('grant_type') === 'authorization_code' && { refresh_token: `${canary.refresh}-${count}` }),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: given.get('scope') ?? 'DesktopManagement.restapi.READ',
  },
})
export const without =
  (name: string, token: Token = defaultTokens): Token =>
  (given, count) => {
    const { [name]: _, ...body } = token(given, count).body as Record<string, unknown>
    return { body }
  }
export const withField =
  (fields: object, token: Token = defaultTokens): Token =>
  (given, count) => ({
    body: { ...(token(given, count).body as object), ...fields },
  })

const userInfo = (user_id: number) => ({
  user_id,
  user_name: user_id === 7 ? 'ada' : `user ${user_id}`,
  email: 'ada@example.com',
  phone_number: null,
  user_permissions: {
    read: ['Common_Read', 'SOM_Read', 'MDM_Read'],
    write: ['MDM_Write'],
    admin: ['Common_Admin', 'MDM_Admin'],
  },
  scope: 'DesktopManagement.restapi.READ',
})
