import {
  accessTypes,
  authorize,
  challengeMethod,
  type AuthorizationParameter,
  promptConsent,
  responseType,
} from '#contract/identity/authorization.ts'
import { findScope, scopeNamesIn } from '#contract/identity/scopes.ts'
import { Problem } from '#contract/problem.ts'
import { type Client, type ClientStore, mayRedirectTo } from './clients.ts'
import { withParameters } from './redirect-uri.ts'

/** A validated authorization request. */
export type AuthorizationRequest = {
  client: Client
  redirectUri: string
  scopes: readonly string[]
  state: string | undefined
  offline: boolean
  askAgain: boolean
  challenge: string | undefined
}

const longestState = 4096

/** A problem reported to the application by a redirect. */
export class RedirectedProblem extends Problem {
  readonly location: string
  constructor(problem: Problem, redirectUri: string, state: string | undefined, iss: string) {
    super(problem.code, problem.message, { service: 'identity', status: problem.status })
    const { code: error, message: error_description } = problem
    this.location = withParameters(redirectUri, { error, error_description, state, iss })
  }
}

/**
 * Validates the request. An invalid client or redirect URI results in an error page, without a redirect (RFC 6749,
 * 4.1.2.1); other errors are redirected to the application.
 */
export async function readAuthorization(
  clients: ClientStore,
  query: URLSearchParams,
  iss: string,
): Promise<AuthorizationRequest> {
  const only = (name: AuthorizationParameter) => onlyValue(query, name)
  const client = await clients.find(required('client_id', only('client_id')))
  if (!client) throw wrong('client_id', 'Unknown application')
  const redirectUri = required('redirect_uri', only('redirect_uri'))
  if (!mayRedirectTo(client, redirectUri)) {
    throw wrong('redirect_uri', `It is not registered for ${client.name}`)
  }
  // A repeated state cannot be returned.
  const state = query.getAll('state').length === 1 ? (query.get('state') ?? undefined) : undefined
  try {
    return { client, redirectUri, ...readRest(only), state: readState(only('state')) }
  } catch (problem) {
    throw problem instanceof Problem ? new RedirectedProblem(problem, redirectUri, state, iss) : problem
  }
}

type Read = (name: AuthorizationParameter) => string | undefined

function readRest(only: Read) {
  for (const name of Object.keys(authorize.input.shape)) only(name as AuthorizationParameter)
  if (required('response_type', only('response_type')) !== responseType) {
    throw new Problem('unsupported_response_type', `response_type: must be ${responseType}`)
  }
  return {
    scopes: readScopes(only('scope')),
    offline: oneOf('access_type', accessTypes, only('access_type')) === 'offline',
    askAgain: oneOf('prompt', [promptConsent], only('prompt')) === promptConsent,
    challenge: readChallenge(only),
  }
}

export function readScopes(list: string | undefined): string[] {
  const names = scopeNamesIn(list ?? '')
  if (names.length === 0) throw new Problem('invalid_scope', 'scope: is missing')
  const unknown = names.find((name) => !findScope(name))
  if (unknown !== undefined) throw new Problem('invalid_scope', 'scope: contains an unknown scope')
  return names
}

function readState(state: string | undefined): string | undefined {
  if (state !== undefined && state.length > longestState) {
    throw wrong('state', `has more than ${longestState} characters`)
  }
  return state
}

/** RFC 7636; method plain is rejected as insecure. */
function readChallenge(only: Read): string | undefined {
  const [challenge, method] = [only('code_challenge'), only('code_challenge_method')]
  if (challenge === undefined && method === undefined) return undefined
  if (method !== challengeMethod) throw wrong('code_challenge_method', `must be ${challengeMethod}`)
  if (!/^[\w-]{43}$/.test(challenge ?? '')) throw wrong('code_challenge', 'must be 43 characters of base64url')
  return challenge
}

function oneOf<T extends string>(name: AuthorizationParameter, allowed: readonly T[], value: string | undefined) {
  if (value === undefined || value === '') return undefined
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw wrong(name, `must be ${allowed.join(' or ')}`)
  return found
}

/** Repeated parameters are rejected, since readers could disagree on the value. */
function onlyValue(query: URLSearchParams, name: AuthorizationParameter): string | undefined {
  const values = query.getAll(name)
  if (values.length > 1) throw wrong(name, 'is given twice')
  return values[0]
}

function required(name: AuthorizationParameter, value: string | undefined): string {
  if (!value) throw wrong(name, 'is missing')
  return value
}

const wrong = (field: AuthorizationParameter, why: string) =>
  new Problem('invalid_request', `${field}: ${why}`, { field })
