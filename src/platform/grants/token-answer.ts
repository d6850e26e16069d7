import type { Output } from '#contract/endpoint.ts'
import { listOfScopes, scopeNamesIn } from '#contract/identity/scopes.ts'
import { accessTokenLifeSeconds, type requestToken, tokenTypes } from '#contract/identity/tokens.ts'
import { Problem } from '#contract/problem.ts'
import type { IdentitySettings } from '#platform/upstream/sites.ts'

/** A validated token response. */
export type Tokens = {
  access: string
  /** Long-lived; returned only after consent. */
  refresh?: string | undefined
  /** Time of the next refresh, before the token expires. Epoch milliseconds. */
  usableUntil: number
  /** Granted scopes, comma-separated. */
  scope: string
  /** Origin of the API, if allowed by the configuration. */
  api?: string | undefined
}

/** Documented as milliseconds, but the example is 3600 for an hour. No lifetime in seconds reaches this value. */
const minMilliseconds = 86_400
const longestMs = accessTokenLifeSeconds * 1000
/** Allows for the time in transit. */
const skewMs = 60_000

/** Tokens are sent in headers and parameters. */
const isToken = (text: string | undefined): text is string => text !== undefined && /^[\x21-\x7e]{1,4096}$/.test(text)

export function tokensIn(answer: Output<typeof requestToken>, identity: IdentitySettings): Tokens {
  const {
    access_token: access,
    refresh_token: refresh,
    token_type: type = tokenTypes.standard,
    expires_in,
    scope,
  } = answer
  if (!isToken(access)) throw unexpected('no access token')
  if (refresh !== undefined && !isToken(refresh)) throw unexpected('no readable refresh token')
  // Both `bearer` and `Bearer` occur.
  if (type.toLowerCase() !== tokenTypes.standard) throw unexpected('a token of another type')
  const lifeMs = lifetimeMs(expires_in)
  return {
    access,
    refresh,
    usableUntil: Date.now() + Math.max(lifeMs - skewMs, lifeMs / 2),
    scope: listOfScopes(scope ? scopeNamesIn(scope) : identity.scopes),
    api: allowedOrigin(answer.api_domain, identity.apiDomains),
  }
}

/** At most one hour, which is also the default for invalid values. */
function lifetimeMs(given: number | undefined): number {
  if (given === undefined || given <= 0) return longestMs
  return Math.min(given >= minMilliseconds ? given : given * 1000, longestMs)
}

/** The origin of a URL, if it is in the list. */
export function allowedOrigin(address: string | undefined, allowed: readonly string[]): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  return allowed.some((one) => URL.canParse(one) && new URL(one).origin === origin) ? origin : undefined
}

/** Scopes are compared case-insensitively. */
export function covers(granted: string, wanted: string): boolean {
  const held = new Set(scopeNamesIn(granted.toLowerCase()))
  return scopeNamesIn(wanted.toLowerCase()).every((name) => held.has(name))
}

const unexpected = (what: string) =>
  new Problem('UNEXPECTED_CONTENT', `The identity provider answered with ${what}`, { service: 'identity' })
