import { setTimeout as delay } from 'node:timers/promises'
import { fromResponse, jsonType } from '#contract/http/http.ts'
import { listAudit } from '#contract/keys/discovery.ts'
import { Problem } from '#contract/problem.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import { requirePermission } from '#proxy/http/guard.ts'
import type { Caller } from '#proxy/local-endpoints.ts'
import type { Bearer, BearerOf } from '#proxy/upstream/bearer.ts'
import { forward } from '#proxy/upstream/forward.ts'
import { entriesOf, type KeyAudit } from './key-entries.ts'

/** The pages of one list are asked for within seconds. */
const keptMs = 5_000
/** Whoever waits for the console's own entries has waited long enough. */
const answersWithinMs = 10_000

type Kept = { newest: number; until: number; asked: Promise<KeyAudit> }
type Question = Pick<Caller, 'site' | 'session'> & {
  /** The number of the console's newest entry: what was done since through this console has to be in the answer. */
  newest: number
}

/** The audit of key management, asked for as for any other row; that it cannot be had is an answer. */
export function keyAudit(bearerOf: BearerOf) {
  const kept = new Map<string, Kept>()

  const asked = async ({ site, session, newest }: Question): Promise<KeyAudit> => {
    const upstream = site.upstreams.get('keys')
    if (!upstream) throw new Problem('NOT_CONNECTED', 'This site has no key management', { service: 'keys' })
    requirePermission(listAudit.permission, session)
    const bearer = await bearerOf(upstream, session)
    const now = Date.now()
    for (const [whose, { until }] of kept) if (until <= now) kept.delete(whose)
    // What a server answers to the console's own key, it answers to everybody who may ask.
    const whose = JSON.stringify([site.name, bearer?.whose === 'console' ? '' : session?.hash])
    const before = kept.get(whose)
    if (before?.newest === newest) return before.asked
    const asking = answerOf(upstream, bearer, site.name)
    const next = { newest, until: now + keptMs, asked: asking }
    kept.set(whose, next)
    return asking.catch((error: unknown) => {
      if (kept.get(whose) === next) kept.delete(whose) // whoever tries again is answered anew
      throw error
    })
  }

  return async (question: Question): Promise<KeyAudit> => {
    try {
      return await asked(question)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { entries: [], unseen: 0, missing: [{ source: 'keys', code: error.code, message: error.message }] }
    }
  }
}

async function answerOf(upstream: Upstream, bearer: Bearer | undefined, site: string): Promise<KeyAudit> {
  // Several people may wait for it: none of them ends it by leaving.
  const signal = AbortSignal.timeout(answersWithinMs)
  const { body } = await forward(listAudit, {}, { upstream, bearer, signal })
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  await delay(0)
  return entriesOf(fromResponse(listAudit, { status: 200, headers: { 'content-type': jsonType }, body: text }), site)
}
