import { configuredDialect, defaultDialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { authorize } from '#contract/identity/authorization.ts'
import { accessTokenScheme, getUserInfo, requestToken, revokeToken, tokenTypes } from '#contract/identity/tokens.ts'
import type { IdentitySettings } from '#platform/upstream/sites.ts'
import type { CallResult } from '#services/console/connections/health/connection-caller.ts'
import type { Examined } from './examine.ts'
import type { Check, Finding } from './finding.ts'
import { rawOrNothing } from './presence.ts'
import { findingOf } from './probe.ts'
import { openServer, type Server, type ServiceConnection } from './server.ts'

/** Whoever gives a refresh token has it used; nothing is revoked. */
export type Client = { identity: IdentitySettings; refreshToken?: string | undefined }

const noToken = 'triptych-conformance-no-such-token'
/** An hour in milliseconds is one; in seconds it would be more than a month. */
const surelyMilliseconds = 1_000_000

/** The operations of an identity provider that the references state. */
export async function examineIdentity({ identity, refreshToken }: Client): Promise<Examined> {
  const connection = connectionOf(identity)
  const server = openServer(connection, undefined, { ...defaultDialect, inputData: identity.parametersIn })
  try {
    const { clientId: client_id, clientSecret: client_secret } = identity
    const grant = { grant_type: 'refresh_token', client_id, client_secret }
    const refused = await server.ask(requestToken, { ...grant, refresh_token: noToken })
    if (!refused.answer) return { connection, stopped: refused.problem?.message ?? 'No answer' }
    const granted = refreshToken && (await server.ask(requestToken, { ...grant, refresh_token: refreshToken }))
    const token = granted ? (granted.value as { access_token?: string } | undefined)?.access_token : undefined
    const findings = [
      await authorizeFinding(server),
      granted ? findingOf(requestToken, granted) : presentIfRefused(requestToken, refused),
      await userInfoFinding(connection, server, token),
      presentIfRefused(revokeToken, await server.ask(revokeToken, { refresh_token: noToken })),
    ]
    const outcomes = new Map(findings.map(({ endpoint, outcome }) => [endpoint, outcome]))
    return { connection, findings, outcomes, checks: [errorCheck(refused), ...tokenChecks(granted || undefined)] }
  } finally {
    await server.close()
  }
}

const connectionOf = ({ authUrl, internalUrl = authUrl, ca, client }: IdentitySettings): ServiceConnection => ({
  name: 'identity',
  service: 'identity',
  baseUrl: internalUrl,
  dialect: configuredDialect.parse({}),
  client,
  ...(ca !== undefined && { ca }),
})

/** A page for people; without parameters it says what is missing. */
async function authorizeFinding(server: Server): Promise<Finding> {
  const raw = await rawOrNothing(server, authorize, 'GET')
  return presence(authorize, raw?.status)
}

async function userInfoFinding(connection: ServiceConnection, server: Server, token: string | undefined) {
  if (token === undefined) return presentIfRefused(getUserInfo, await server.ask(getUserInfo, {}))
  const signedIn = openServer(connection, `${accessTokenScheme} ${token}`, server.dialect)
  const asked = await signedIn.ask(getUserInfo, {})
  await signedIn.close()
  return findingOf(getUserInfo, asked)
}

const presentIfRefused = (endpoint: Endpoint, { answer }: CallResult) => presence(endpoint, answer?.status)

function presence(endpoint: Endpoint, status: number | undefined): Finding {
  const finding = { endpoint, notes: [] }
  if (status === undefined) return { ...finding, outcome: 'fails', how: ['no answer'] }
  if ([404, 405, 501].includes(status)) return { ...finding, outcome: 'missing', how: [`answered with ${status}`] }
  return { ...finding, outcome: 'present', how: [] }
}

function errorCheck({ problem, answer }: CallResult): Check {
  const name = 'Refused refresh token'
  if (!problem) return { name, result: 'differs', text: 'Accepted, although it does not exist' }
  const text = `${answer?.status} ${problem.code}`
  return { name, result: answer?.status === 200 ? 'note' : 'as stated', text }
}

function tokenChecks(granted: CallResult | undefined): Check[] {
  const { token_type: type, expires_in: seconds } = (granted?.value ?? {}) as {
    token_type?: string
    expires_in?: number
  }
  const notChecked = { result: 'not checked', text: 'Needs TRIPTYCH_CONFORMANCE_REFRESH_TOKEN' } as const
  return [
    {
      name: 'token_type',
      ...(type === undefined
        ? notChecked
        : { result: type.toLowerCase() === tokenTypes.standard.toLowerCase() ? 'as stated' : 'note', text: type }),
    },
    {
      name: 'expires_in',
      ...(seconds === undefined
        ? notChecked
        : { result: 'note', text: `${seconds} ${seconds >= surelyMilliseconds ? 'milliseconds' : 'seconds'}` }),
    },
  ]
}
