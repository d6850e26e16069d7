import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '#contract/problem.ts'
import { identityErrors } from '#contract/problems/known-errors.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { Grant, GrantStore } from './grant-store.ts'
import type { Providers } from './identity-provider.ts'

type Parts = {
  store: GrantStore
  providers: Providers
  siteOf: (name: string) => Site | undefined
  /** The identity provider rejected the refresh token. */
  onDead: (grant: Grant) => Promise<unknown>
  log: Log
  /** Lease time: afterwards, an unresponsive process is ignored. */
  leaseMs: number
}

const askEveryMs = 200
/** Pause after a failure. Providers block all requests for minutes if retries continue. */
const restMs = { failed: 2_000, limited: 60_000 }
const noted = 'problem '

/**
 * Refreshes grants with one request for all concurrent callers, across processes. Waiting callers read the result from
 * the database instead of refreshing again.
 */
export function refresher({ store, providers, siteOf, onDead, log, leaseMs }: Parts) {
  const running = new Map<string, Promise<Grant | undefined>>()

  /** Runs as holder of the lease; stores the result unless the grant was changed meanwhile. */
  const redeem = async (grant: Grant, lease: string) => {
    const site = siteOf(grant.site)
    const { refresh, server, scope } = grant.kept
    if (!site || refresh === undefined) return onDead(grant)
    const holding = setInterval(() => {
      store.extend(grant, lease, Date.now() + leaseMs).catch((error: unknown) => log('lease not kept', traceOf(error)))
    }, leaseMs / 3)
    try {
      const tokens = await providers.refresh({ site, server }, refresh, scope)
      const kept = { ...grant.kept, ...tokens, refresh: tokens.refresh ?? refresh }
      return await store.renew(grant, kept)
    } catch (error) {
      if (isDead(error)) return await onDead(grant)
      const trouble = troubleIn(error)
      const restsMs = trouble.retryAfterSeconds === undefined ? restMs.failed : trouble.retryAfterSeconds * 1000
      await store.extend(grant, lease, Date.now() + restsMs, noted + trouble.code)
      throw trouble
    } finally {
      clearInterval(holding)
    }
  }
  const another = async (stale: Grant): Promise<Grant | undefined> => {
    const lease = randomUUID()
    for (;;) {
      const grant = await store.find(stale.id)
      if (!grant || grant.version !== stale.version) return grant
      refuseWhileResting(grant)
      if (await store.claim(grant, lease, Date.now() + leaseMs)) await redeem(grant, lease)
      else await delay(askEveryMs)
    }
  }

  /** A newer version of this grant; undefined if it no longer exists. */
  return (stale: Grant): Promise<Grant | undefined> => {
    const key = `${stale.id} ${stale.version}`
    const work = running.get(key) ?? another(stale).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }
}

function refuseWhileResting({ lease, leased_until }: Grant) {
  const restsMs = leased_until - Date.now()
  if (!lease?.startsWith(noted) || restsMs <= 0) return
  throw troubleOf(lease.slice(noted.length), Math.ceil(restsMs / 1000))
}

const ended: readonly string[] = ['invalid_grant', 'invalid_code', 'invalid_token']
const isDead = (error: unknown) => error instanceof Problem && ended.includes(error.code)

/** Providers return this for rate limiting, with HTTP 400 and with or without a space. */
const isLimit = ({ code, status }: Problem) => status === 429 || /^access.denied$/i.test(code)

function troubleIn(error: unknown): Problem {
  if (!(error instanceof Problem)) throw error
  if (!isLimit(error)) return troubleOf(error.code)
  return troubleOf('temporarily_unavailable', error.retryAfterSeconds ?? restMs.limited / 1000)
}

/** Attributed to the identity provider: a rejected client is not a rejected user. */
function troubleOf(code: string, retryAfterSeconds?: number): Problem {
  const known = Object.hasOwn(identityErrors, code) || gateway.has(code) ? code : 'server_error'
  const status = code === 'temporarily_unavailable' ? 429 : code === 'TIMEOUT' ? 504 : 502
  return new Problem(known, undefined, { service: 'identity', status, retryAfterSeconds })
}
const gateway = new Set(['UNREACHABLE', 'TIMEOUT', 'UNEXPECTED_CONTENT', 'ANSWER_TOO_LARGE'])
