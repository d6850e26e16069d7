import { authenticate, validateOtp } from '#contract/desktop/authentication.ts'
import type { Output } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { type Guessed, ofPlace, signInBudgets } from '#platform/limits/sign-in-budgets.ts'
import { networkOf } from '#platform/network/address.ts'
import { call } from '#platform/upstream/call.ts'
import { rightsAt } from '#platform/upstream/site-rights.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { notConnected } from '#platform/upstream/not-connected.ts'
import type { Caller } from '#proxy/local-endpoints.ts'
import type { AttemptLimit, Budget, Limits } from './attempts.ts'
import { type CodeStep, type Login, loginKey } from './session.ts'
import type { SignInPlaces } from './sign-in-places.ts'

export type Proof = Output<typeof authenticate>
export type Proofs = ReturnType<typeof verifiers>
type Code = { otp: string; remember?: boolean }

/** Budget per challenge; the other budgets span challenges. */
const ofChallenge = (challenge: string): Budget => ({
  key: `challenge ${challenge}`,
  free: 5,
  delaysMs: [15 * 60_000],
  forgetMs: 15 * 60_000,
  spent: 'OTP_EXPIRED',
})

/**
 * Verifies passwords and one-time codes with desktop management. Sign-in and later confirmations share their limits, so
 * that a stolen cookie allows no additional guesses.
 */
export const verifiers = ({ limited, isFirst }: AttemptLimit, places: SignInPlaces) => {
  const limitsOf = async (what: Guessed, login: Login, caller: Caller): Promise<Limits> => {
    const { site, address, signal } = caller
    const lane = await places.laneOf(login, caller)
    const budgets = signInBudgets(what, `${site.name} ${loginKey(login)}`, lane)
    if (lane.isKnown) return { budgets, lane, signal }
    const pace = ofPlace(`${what} ${site.name} from ${networkOf(address)}`)
    return { budgets, pace, lane, signal }
  }

  return {
    password: async (login: Login, password: string, caller: Caller, device_token?: string): Promise<Proof> =>
      limited(await limitsOf('password', login, caller), async () => {
        const asked = { upstream: desktopOf(caller.site), signal: caller.signal }
        const input = { ...login, password, ...(device_token !== undefined && { device_token }) }
        const proof = await call(authenticate, input, asked).catch((error: unknown) => {
          // The server reports a disabled account only after a correct password.
          if (error instanceof Problem && error.code === '10006') throw error
          throw refusedBy(error, { 401: 'WRONG_CREDENTIALS', 403: 'WRONG_CREDENTIALS', 429: 'TOO_MANY_ATTEMPTS' })
        })
        return withRights(proof, caller.site)
      }),

    /** Throws OTP_EXPIRED if the challenge has expired at the server or here. */
    code: async (step: CodeStep, login: Login, { otp, remember = false }: Code, caller: Caller): Promise<Proof> => {
      const challenge = ofChallenge(step.challenge)
      const limits = await limitsOf('code', login, caller)
      const proof = await limited({ ...limits, budgets: [challenge, ...limits.budgets] }, async () => {
        const input = { uid: step.uid, otp, rememberme_enabled: remember }
        const asked = { upstream: desktopOf(caller.site), signal: caller.signal }
        const result = await call(validateOtp, input, asked).catch((error: unknown) => {
          if (error instanceof Problem && error.code === '10004') throw new Problem('OTP_EXPIRED')
          throw refusedBy(error, { 401: 'WRONG_CODE', 403: 'WRONG_CODE', 429: 'TOO_MANY_ATTEMPTS' })
        })
        if (!result.auth_data?.auth_token) throw new Problem('WRONG_CODE')
        return result
      })
      // Single use, even if a server accepts the same code in two concurrent requests.
      if (!(await isFirst(challenge.key))) throw new Problem('OTP_EXPIRED')
      return withRights(proof, caller.site)
    },
  }
}

const withRights = (proof: Proof, site: Site): Proof => ({
  ...proof,
  ...(proof.user_permissions && { user_permissions: rightsAt(site, proof.user_permissions) }),
})

/** Cloud editions sign in at the identity provider (desktop-management, Authentication). */
export const takesPasswords = ({ upstreams }: Site) => upstreams.get('desktop')?.edition === 'on-premises'

function desktopOf(site: Site) {
  const desktop = site.upstreams.get('desktop')
  if (!desktop) throw notConnected('desktop')
  if (!takesPasswords(site))
    throw new Problem('NOT_CONNECTED', 'This site does not accept passwords: sign in with its identity provider')
  return desktop
}

/** Maps sign-in errors of servers to own codes; other errors are unchanged. */
function refusedBy(error: unknown, codes: Record<number, string>): unknown {
  const code = error instanceof Problem ? codes[error.status] : undefined
  return error instanceof Problem && code
    ? new Problem(code, undefined, { retryAfterSeconds: error.retryAfterSeconds })
    : error
}
