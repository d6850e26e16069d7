import type { Output } from '#contract/endpoint.ts'
import { listOfScopes, scopeNamesIn } from '#contract/identity/scopes.ts'
import { accessTokenLifeSeconds, type requestToken, tokenTypes } from '#contract/identity/tokens.ts'
import { Problem } from '#contract/problem.ts'
import type { IdentitySettings } from '#platform/upstream/sites.ts'

/** What the identity provider gave, checked. */
export type Tokens = {
  access: string
  /** Permanent; there is none where nobody has just consented. */
  refresh?: string | undefined
  /** Epoch milliseconds: from then on it is refreshed before it is used. */
  usableUntil: number
  /** What was granted, by commas. */
  scope: string
  /** Origin of the API, where the configuration allows it. */
  api?: string | undefined
}

/** One description says milliseconds, the example is 3600 for an hour: no hour has as many seconds as a day. */
const minMilliseconds = 86_400
const longestMs = accessTokenLifeSeconds * 1000
/** It has to be good still when it arrives. */
const skewMs = 60_000

/** Values travel in headers and parameters later on. */
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
  // `bearer` and `Bearer` both occur
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

/** Never longer than an hour, whatever is said; a server that says nothing sensible means the usual. */
function lifetimeMs(given: number | undefined): number {
  if (given === undefined || given <= 0) return longestMs
  return Math.min(given >= minMilliseconds ? given : given * 1000, longestMs)
}

/** The origin of an address, if it is one of these. */
export function allowedOrigin(address: string | undefined, allowed: readonly string[]): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  return allowed.some((one) => URL.canParse(one) && new URL(one).origin === origin) ? origin : undefined
}

/** Scopes are compared without letter case. */
export function covers(granted: string, wanted: string): boolean {
  const held = new Set(scopeNamesIn(granted.toLowerCase()))
  return scopeNamesIn(wanted.toLowerCase()).every((name) => held.has(name))
}

const unexpected = (what: string) =>
  new Problem('UNEXPECTED_CONTENT', `The identity provider answered with ${what}`, { service: 'identity' })
