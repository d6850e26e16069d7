import { authenticate, discover, validateOtp } from '#contract/desktop/authentication.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import type { session as rows, SessionState } from '#contract/session.ts'
import { attemptLimit } from './attempts.ts'
import { call } from './forward.ts'
import type { Session, Sessions } from './session.ts'
import type { Upstream } from './upstream.ts'

/** Who calls: the id in the cookie, the session it names, the address of the socket. */
type Caller = { id: string | undefined; session: Session | undefined; address: string; signal: AbortSignal }
/** `id` is what the cookie becomes: a new id, or none. */
type Outcome<Row extends keyof typeof rows> = { output: Output<(typeof rows)[Row]>; id?: string | null }
type Handlers = {
  [K in keyof typeof rows]: (input: Input<(typeof rows)[K]>, caller: Caller) => Promise<Outcome<K>>
}

/** Per account and address. A one-time code counts across sign-in attempts: a new attempt is no new chance. */
const guesses = { limit: 20, windowMs: 15 * 60_000 }
/** An answer is kept a while, a failure only so long that it does not slow every visitor down. */
const domainsKeptMs = { found: 60_000, failed: 5_000 }
const nobodyWaits = new AbortController().signal

/** Signing in: the local and directory sign-in of desktop-management, with its one-time-code step. */
export function signInHandlers(sessions: Sessions, desktop: Upstream | undefined, demo: boolean): Handlers {
  const passwordLimit = attemptLimit(guesses)
  const codeLimit = attemptLimit(guesses)
  let domains: { names: string[]; until: number } | undefined

  const upstream = () => {
    if (!desktop) throw new Problem('NOT_CONNECTED', undefined, { service: 'desktop' })
    return desktop
  }

  /** The step that follows an authentication result, and the session for it, under a new id. */
  const proceed = async (result: Output<typeof authenticate>, account: string, replaces: string | undefined) => {
    const next = sessionAfter(result, account)
    return { output: stateOf(next, demo), id: await sessions.start(next, replaces) }
  }

  return {
    currentSession: (_input, { session }) => Promise.resolve({ output: stateOf(session, demo) }),

    signInOptions: async () => {
      if (!domains || domains.until <= Date.now()) {
        const asked = { upstream: upstream(), signal: nobodyWaits } // the answer is for every visitor, not for this one
        const found = await call(discover, {}, asked).catch(() => undefined)
        domains = { names: found?.domains ?? [], until: Date.now() + domainsKeptMs[found ? 'found' : 'failed'] }
      }
      return { output: { domains: domains.names } }
    },

    signIn: ({ auth_type = 'local_authentication', ...input }, { id, address, signal }) =>
      passwordLimit(keyOf(input.username, address), async () => {
        const result = await call(authenticate, { ...input, auth_type }, { upstream: upstream(), signal }).catch(
          (error: unknown) => {
            throw refusedBy(error, { 401: 'WRONG_CREDENTIALS', 403: 'WRONG_CREDENTIALS', 429: 'TOO_MANY_ATTEMPTS' })
          },
        )
        return proceed(result, input.username, id)
      }),

    verifyOtp: async ({ otp, remember = false }, { id, session, address, signal }) => {
      if (!id || session?.kind !== 'otp') throw new Problem('OTP_EXPIRED')
      try {
        return await codeLimit(keyOf(session.account, address), async () => {
          const input = { uid: session.uid, otp, rememberme_enabled: remember }
          const result = await call(validateOtp, input, { upstream: upstream(), signal }).catch((error: unknown) => {
            if (error instanceof Problem && error.code === '10004') throw new Problem('OTP_EXPIRED')
            throw refusedBy(error, { 401: 'WRONG_CODE', 403: 'WRONG_CODE', 429: 'TOO_MANY_ATTEMPTS' })
          })
          if (!result.auth_data?.auth_token) throw new Problem('WRONG_CODE')
          return proceed(result, session.account, id)
        })
      } catch (error) {
        if (error instanceof Problem && error.code === 'OTP_EXPIRED') await sessions.end(id)
        throw error
      }
    },

    signOut: async (_input, { id }) => {
      await sessions.end(id)
      return { output: { state: 'signed-out' }, id: null }
    },
  }
}

/** A token decides; without one, `OTP_Validation_Required` does, never the mere presence of `two_factor_data` (M34). */
function sessionAfter(result: Output<typeof authenticate>, account: string): Session {
  const { auth_data, user_data, user_permissions, two_factor_data: factor } = result
  if (auth_data?.auth_token) {
    const { read = [], write = [], admin = [] } = user_permissions ?? {}
    return {
      kind: 'signed-in',
      token: auth_data.auth_token,
      user: {
        name: user_data?.user_name ?? account,
        email: user_data?.email ?? '',
        authType: user_data?.auth_type ?? '',
        permissions: [...new Set([...read, ...write, ...admin])],
      },
    }
  }
  if (!factor?.OTP_Validation_Required || !factor.unique_userID) {
    throw new Problem('UNEXPECTED_CONTENT', 'The server neither signed you in nor asked for a code (M39)', {
      service: 'desktop',
    })
  }
  const rememberDays = Math.max(0, factor.remember_token_days ?? 0)
  return { kind: 'otp', uid: factor.unique_userID, account, message: factor.message ?? '', rememberDays }
}

function stateOf(session: Session | undefined, demo: boolean): SessionState {
  if (!session) return { state: 'signed-out' }
  if (session.kind === 'signed-in') return { state: 'signed-in', user: session.user, demo }
  return { state: 'otp', message: session.message, rememberDays: session.rememberDays }
}

/** The refusals of a sign-in in our own words, the same for every server; anything else is what it is. */
function refusedBy(error: unknown, codes: Record<number, string>): unknown {
  const code = error instanceof Problem ? codes[error.status] : undefined
  return error instanceof Problem && code
    ? new Problem(code, undefined, { retryAfterSeconds: error.retryAfterSeconds })
    : error
}

/** One account, however its name is typed. */
const keyOf = (account: string, address: string) =>
  `${account.normalize('NFKC').toLowerCase().replace(/\s+/g, '')} ${address}`
