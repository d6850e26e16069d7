import { createHash, timingSafeEqual } from 'node:crypto'
import type { Input } from '#contract/endpoint.ts'
import { scopeNamesIn } from '#contract/identity/scopes.ts'
import type { requestToken } from '#contract/identity/tokens.ts'
import { Problem } from '#contract/problem.ts'
import { type Client, mayRedirectTo } from './clients.ts'
import type { Code } from './codes.ts'

/** Verifies everything that a code is bound to (RFC 6749, 4.1.3; RFC 7636, 4.6). A mismatch does not consume it. */
export function checkCode(client: Client, code: Code, input: Input<typeof requestToken>) {
  const { redirect_uri, state, code_verifier } = input
  if (code.expires_at <= Date.now()) throw new Problem('invalid_grant', 'code: has expired')
  const rightAddress =
    code.redirect_uri === null
      ? redirect_uri === undefined || mayRedirectTo(client, redirect_uri)
      : redirect_uri === code.redirect_uri
  if (!rightAddress) throw new Problem('invalid_grant', 'redirect_uri: is not the one of the authorization')
  // must equal that of the request
  if (state !== undefined && code.redirect_uri !== null && state !== (code.state ?? '')) {
    throw new Problem('invalid_grant', 'state: is not the one of the authorization')
  }
  if (!verifies(code.challenge, code_verifier)) {
    throw new Problem('invalid_grant', 'code_verifier: does not fit the code_challenge of the authorization')
  }
}

/** A verifier without a challenge is rejected as well (RFC 9700, 2.1.1). */
function verifies(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const [wanted, given] = [
    Buffer.from(challenge),
    Buffer.from(createHash('sha256').update(verifier).digest('base64url')),
  ]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

/** Scopes can only be reduced. */
export function requireWithin(scope: string, granted: readonly string[]): string[] {
  const names = scopeNamesIn(scope)
  const more = names.some((name) => !granted.includes(name))
  if (more) throw new Problem('invalid_scope', 'scope: is more than was granted')
  return names
}
