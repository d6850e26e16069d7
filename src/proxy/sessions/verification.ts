import { setTimeout as delay } from 'node:timers/promises'
import { getOwnAccount } from '#contract/desktop/account.ts'
import { Problem } from '#contract/problem.ts'
import { call } from '#platform/upstream/call.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { OAuth } from '#proxy/oauth/open-oauth.ts'
import { signedOutBy, tokenAt } from '#proxy/upstream/refused-credential.ts'
import { permissionsIn } from './session-after.ts'
import type { Sessions } from './session-store.ts'
import type { LiveSession } from './session.ts'

type Active = Extract<LiveSession, { kind: 'signed-in' }>
type Permissions = readonly string[] | undefined
/** `answer` rejects with SIGNED_OUT if the account no longer exists; `late` resolves when calls stop waiting. */
type Check = { at: number; answer: Promise<Permissions | 'failed'>; late: Promise<undefined> }

/** Together with the timeout, a disabled account is rejected within five seconds. */
const everyMs = 4_000
/** Calls do not wait longer for a slow server; its response then counts for the next call. */
const timeoutMs = 800
const silentForMs = 10 * 60_000 // servers get updated: ask again after a while whether it supports the check
const nobodyWaits = new AbortController().signal

/** Verifies with the server that issued the session that the account still exists, and updates its permissions. */
export function verification(sessions: Sessions, oauth: OAuth) {
  const checks = new Map<string, Check>()
  const ownAccount = ownAccounts()

  const ask = async (session: Active, site: Site): Promise<Permissions | 'failed'> => {
    try {
      const permissions =
        session.by === 'cloud'
          ? (await oauth.userOf(session.grant)).user.permissions
          : await ownAccount(session.token, site)
      if (permissions && !same(permissions, session.user.permissions)) {
        await sessions.change(session.hash, (held) => {
          if (held.kind !== 'signed-in') return held
          return { ...held, permissionsAt: Date.now(), user: { ...held.user, permissions: [...permissions] } }
        })
      }
      return permissions
    } catch (error) {
      // Only a 401 ends the session, not a failing or unreachable server.
      if (!(error instanceof Problem) || error.status !== 401) return 'failed'
      await sessions.end(session.hash)
      throw signedOutBy(error)
    }
  }

  const checkOf = (session: Active, site: Site): Check => {
    const now = Date.now()
    const known = checks.get(session.hash)
    const isRecent = (at: number) => at <= now && now - at < everyMs
    if (known && isRecent(known.at)) return known
    // Just verified by the sign-in.
    if (isRecent(session.startedAt)) return { at: session.startedAt, answer: nothing, late: nothing }
    for (const [hash, { at }] of checks) if (!isRecent(at)) checks.delete(hash)
    const answer = ask(session, site)
    answer.catch(() => undefined) // awaited below; the session has ended
    const check = { at: now, answer, late: delay(timeoutMs, undefined, { ref: false }) }
    checks.set(session.hash, check)
    return check
  }

  /** The current session. Throws SIGNED_OUT. Concurrent calls share one request. */
  return async (session: Active, site: Site, mustBeKnown = false): Promise<Active> => {
    const { at, answer, late } = checkOf(session, site)
    const said = await (mustBeKnown ? answer : Promise.race([answer, late]))
    if (mustBeKnown && said === 'failed') throw new Problem('FAILED', unsaid, { status: 503 })
    const isNewer = at >= (session.permissionsAt ?? 0) // newer than what another process found
    if (typeof said !== 'object' || !isNewer) return session
    return { ...session, user: { ...session.user, permissions: [...said] } }
  }
}

const nothing = Promise.resolve(undefined)
const unsaid = 'The login server did not report the permissions of the account'

const same = (these: readonly string[], those: readonly string[]) =>
  these.length === those.length && these.every((entry) => those.includes(entry))

/** Reads the permissions of a token. Only embedded servers have `desktop.getOwnAccount`; others may not. */
function ownAccounts() {
  const answering = new WeakSet<Upstream>()
  const silentUntil = new WeakMap<Upstream, number>()

  return async (secret: string, { upstreams }: Site): Promise<Permissions> => {
    const upstream = upstreams.get('desktop')
    if (!upstream || (silentUntil.get(upstream) ?? 0) > Date.now()) return undefined
    const asked = { upstream, secret, signal: nobodyWaits }
    try {
      const { user_permissions } = await call(getOwnAccount, {}, asked)
      if (user_permissions) {
        answering.add(upstream)
        return permissionsIn(user_permissions)
      }
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error
      const ask = () => (answering.has(upstream) ? error : tokenAt(upstream, secret, nobodyWaits))
      const token = error.status === 401 ? await ask() : 'taken'
      if (token instanceof Problem) throw token
      if (token === 'unknown') throw new Problem('FAILED')
    }
    silentUntil.set(upstream, Date.now() + silentForMs)
    return undefined
  }
}
