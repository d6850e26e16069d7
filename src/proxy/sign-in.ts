import { authenticate, discover, validateOtp } from '#contract/desktop/authentication.ts'
import type { Output } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import type { session as rows, SessionState } from '#contract/session.ts'
import type { Account } from './account/session-handlers.ts'
import type { Parts } from './api.ts'
import { attemptLimit } from './attempts.ts'
import { call } from './forward.ts'
import type { Caller, OwnHandlers } from './own-rows.ts'
import { foldedName, type Session } from './session.ts'
import type { Site } from './sites.ts'

type Handlers = OwnHandlers<Omit<typeof rows, 'startCloudSignIn'>>

/** Per account and address. A one-time code counts across sign-in attempts: a new attempt is no new chance. */
const guesses = { limit: 20, windowMs: 15 * 60_000 }
/** An answer is kept a while, a failure only so long that it does not slow every visitor down. */
const domainsKeptMs = { found: 60_000, failed: 5_000 }
const nobodyWaits = new AbortController().signal

/** Signing in: the local and directory sign-in of desktop-management, with its one-time-code step. */
export function signInHandlers({ sessions, sites, oauth, demo }: Parts, _account: Account): Handlers {
  const passwordLimit = attemptLimit(guesses)
  const codeLimit = attemptLimit(guesses)
  const known = new Map<string, { domains: string[]; trouble: boolean; until: number }>()

  const upstreamOf = (site: Site) => {
    const desktop = site.upstreams.get('desktop')
    if (!desktop) throw new Problem('NOT_CONNECTED', undefined, { service: 'desktop' })
    return desktop
  }
  const viewOf = (session: Session | undefined, site: Site) => stateOf(session, { site, sites: sites.all, demo })

  /** The step that follows an authentication result, and the session for it, under a new id. */
  const proceed = async (result: Output<typeof authenticate>, account: string, caller: Caller) => {
    const next = sessionAfter(result, account)
    const { site, address, agent, session } = caller
    const value = await sessions.start(next, { site: site.name, address, agent }, session?.hash)
    return { output: viewOf(next, site), cookies: { session: { value } } }
  }

  return {
    currentSession: (_input, { session, site }) => Promise.resolve({ output: viewOf(session, site) }),

    signInOptions: async (_input, { site }) => {
      const desktop = site.upstreams.get('desktop')
      const password = desktop?.edition === 'on-premises'
      let found = known.get(site.name)
      if (password && (!found || found.until <= Date.now())) {
        const asked = { upstream: desktop, signal: nobodyWaits } // the answer is for every visitor, not for this one
        const answer = await call(discover, {}, asked).catch(() => undefined)
        const until = Date.now() + domainsKeptMs[answer ? 'found' : 'failed']
        found = { domains: answer?.domains ?? [], trouble: !answer, until }
        known.set(site.name, found)
      }
      const { domains = [], trouble = false } = found ?? {}
      const cloud = site.identity?.title
      return {
        output: {
          site: nameOf(site),
          sites: sites.all.map(nameOf),
          password,
          domains,
          trouble,
          ...(cloud && { cloud }),
        },
      }
    },

    signIn: ({ auth_type = 'local_authentication', ...input }, caller) =>
      passwordLimit(keyOf(input.username, caller), async () => {
        const asked = { upstream: upstreamOf(caller.site), signal: caller.signal }
        const result = await call(authenticate, { ...input, auth_type }, asked).catch((error: unknown) => {
          throw refusedBy(error, { 401: 'WRONG_CREDENTIALS', 403: 'WRONG_CREDENTIALS', 429: 'TOO_MANY_ATTEMPTS' })
        })
        return proceed(result, input.username, caller)
      }),

    verifyOtp: async ({ otp, remember = false }, caller) => {
      const { session, site, signal } = caller
      if (session?.kind !== 'otp') throw new Problem('OTP_EXPIRED')
      try {
        return await codeLimit(keyOf(session.account, caller), async () => {
          const input = { uid: session.uid, otp, rememberme_enabled: remember }
          const result = await call(validateOtp, input, { upstream: upstreamOf(site), signal }).catch(
            (error: unknown) => {
              if (error instanceof Problem && error.code === '10004') throw new Problem('OTP_EXPIRED')
              throw refusedBy(error, { 401: 'WRONG_CODE', 403: 'WRONG_CODE', 429: 'TOO_MANY_ATTEMPTS' })
            },
          )
          if (!result.auth_data?.auth_token) throw new Problem('WRONG_CODE')
          return proceed(result, session.account, caller)
        })
      } catch (error) {
        if (error instanceof Problem && error.code === 'OTP_EXPIRED') await sessions.end(session.hash)
        throw error
      }
    },

    signOut: async (_input, { session }) => {
      await sessions.end(session?.hash)
      if (session?.kind === 'signed-in' && session.by === 'cloud') await oauth.release(session.grant)
      return { output: { state: 'signed-out' }, cookies: { session: null } }
    },
  }
}

const nameOf = ({ name, title }: Site) => ({ name, title })

/** A token decides; without one, `OTP_Validation_Required` does, never the mere presence of `two_factor_data` (M34). */
function sessionAfter(result: Output<typeof authenticate>, account: string): Session {
  const { auth_data, user_data, user_permissions, two_factor_data: factor } = result
  if (auth_data?.auth_token) {
    const { read = [], write = [], admin = [] } = user_permissions ?? {}
    return {
      kind: 'signed-in',
      by: 'password',
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

type Around = { site: Site; sites: readonly Site[]; demo: boolean }
function stateOf(session: Session | undefined, { site, sites, demo }: Around): SessionState {
  if (!session) return { state: 'signed-out' }
  if (session.kind === 'signed-in') {
    const { user, by } = session
    return { state: 'signed-in', user, by, site: nameOf(site), sites: sites.map(nameOf), demo }
  }
  const { message, rememberDays, enrolment } = session
  return { state: 'otp', message, rememberDays, ...(enrolment && { enrolment }) }
}

/** The refusals of a sign-in in our own words, the same for every server; anything else is what it is. */
function refusedBy(error: unknown, codes: Record<number, string>): unknown {
  const code = error instanceof Problem ? codes[error.status] : undefined
  return error instanceof Problem && code
    ? new Problem(code, undefined, { retryAfterSeconds: error.retryAfterSeconds })
    : error
}

/** One account of a site, however its name is typed. */
const keyOf = (account: string, { site, address }: Caller) => `${site.name} ${foldedName(account)} ${address}`
