import { Problem } from '#contract/problem.ts'
import type { session as rows } from '#contract/session.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { CookieChanges } from '#proxy/http/cookies.ts'
import type { Caller, LocalHandlers } from '#proxy/local-endpoints.ts'
import type { Parts } from '#proxy/parts.ts'
import { sessionAfter } from './session-after.ts'
import type { Account } from './session-handlers.ts'
import { stateOf } from './session-state.ts'
import { type LiveSession, type Login, ownerOf, type Session } from './session.ts'
import { signInOptions } from './sign-in-options.ts'
import type { Proof } from './verifiers.ts'

type Handlers = LocalHandlers<Omit<typeof rows, 'startCloudSignIn'>>
type DeviceCookie = CookieChanges['device']

/** Local and directory sign-in of desktop management, with its one-time code. */
export function signInHandlers({ sessions, sites, audit, demo, maxUploadBytes }: Parts, account: Account): Handlers {
  const { proof, places, devices, releaseGrants, revalidate } = account
  const viewOf = (session: Session | undefined, site: Site) =>
    stateOf(session, { site, sites: sites.all, demo, maxUploadBytes })

  /** Replaces the session by that of the next step, under a new ID. */
  const proceed = async (next: Session, caller: Caller, device?: DeviceCookie) => {
    const { site, address, agent, session: before } = caller
    const value = await sessions.start(next, { site: site.name, address, agent }, before?.hash)
    await releaseGrants([before])
    const cookies = { session: { value }, ...(device !== undefined && { device }) }
    if (next.kind !== 'signed-in' || next.by !== 'password') return { output: viewOf(next, site), cookies }
    const browser = await places.remember(next.login, caller)
    return { output: viewOf(next, site), cookies: { ...cookies, browser } }
  }

  /** Sends the password; skips the one-time code if this browser is remembered for this account. */
  const authenticated = async (login: Login, password: string, caller: Caller) => {
    const ask = (token?: string) => proof.password(login, password, caller, token)
    const shown = await devices.shown(caller, login)
    if (shown.is === 'copied') await reportCopy(login, caller)
    if (shown.is !== 'remembered') return { result: await ask(), device: shown.is === 'copied' ? null : undefined }

    const { row, token } = shown
    const result = await ask(token)
    if (!hasToken(result)) {
      await devices.forgetFamily(row.family) // the server no longer accepts the remembered token
      return { result, device: null }
    }
    const device = await devices.rotate(row, result.device_token || token)
    if (device) return { result, device }
    await reportCopy(login, caller)
    return { result: await ask(), device: null }
  }

  const reportCopy = (login: Login, { site, address }: Caller) =>
    audit.record({
      site: site.name,
      user: login.username,
      address,
      action: 'session.signIn',
      target: '',
      result: 'refused',
      code: 'DEVICE_COPIED',
    })

  return {
    ...signInOptions(sites),

    currentSession: async (_input, caller) => {
      const session = await revalidate(caller).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'SIGNED_OUT') return undefined
        throw error
      })
      return { output: viewOf(session, caller.site) }
    },

    signIn: async ({ auth_type = 'local_authentication', password, ...name }, caller) => {
      const login = { ...name, auth_type }
      const { result, device } = await authenticated(login, password, caller)
      return proceed(sessionAfter(result, login, caller.site.title), caller, device)
    },

    verifyOtp: async ({ otp, remember = false }, caller) => {
      const { session, site } = caller
      if (session?.kind !== 'otp') throw new Problem('OTP_EXPIRED')
      const { login, rememberDays } = session
      const result = await proof.code(session, login, { otp, remember }, caller).catch(endedWith(session))
      const next = sessionAfter(result, login, site.title)
      const token = remember && rememberDays > 0 ? result.device_token : undefined
      const owner = ownerOf(site.name, next)
      return proceed(
        next,
        caller,
        token ? await devices.remember(owner, login, caller, rememberDays, token) : undefined,
      )
    },

    signOut: async (_input, { session }) => {
      await sessions.end(session?.hash)
      await releaseGrants([session])
      return { output: { state: 'signed-out' }, cookies: { session: null } }
    },
  }

  /** An expired challenge ends its session. */
  function endedWith(session: LiveSession) {
    return async (error: unknown): Promise<never> => {
      if (error instanceof Problem && error.code === 'OTP_EXPIRED') await sessions.end(session.hash)
      throw error
    }
  }
}

const hasToken = ({ auth_data }: Proof) => Boolean(auth_data?.auth_token)
