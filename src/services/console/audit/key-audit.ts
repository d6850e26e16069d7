import { setTimeout as delay } from 'node:timers/promises'
import { listAudit } from '#contract/keys/discovery.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, People } from '#platform/console.ts'
import { currentCall } from '#platform/current-call.ts'
import { requirePermission } from '#platform/permission.ts'
import type { KeyStore } from '#services/console/api-keys/key-store.ts'
import { entriesOf, type KeyAudit } from './key-entries.ts'

/** Cached for requests of consecutive pages. */
const keptMs = 5_000
/** Limits the delay of the console's own entries. */
const answersWithinMs = 10_000

type CachedAudit = { newest: number; until: number; asked: Promise<KeyAudit> }
type Question = Pick<ConsoleCaller, 'site' | 'person'> & {
  /** ID of the console's newest entry: a cached response is only used if it is not older. */
  newest: number
}

/** The audit of key management, requested on behalf of the reader; failures are returned as results. */
export function keyAudit(callAs: People['callAs'], keys: Pick<KeyStore, 'keyOf'>) {
  const kept = new Map<string, CachedAudit>()

  const asked = async ({ site, person, newest }: Question): Promise<KeyAudit> => {
    const upstream = site.upstreams.get('keys')
    if (!upstream) throw new Problem('NOT_CONNECTED', 'This site has no key management', { service: 'keys' })
    if (!person) throw new Problem('SIGNED_OUT')
    requirePermission(listAudit.permission, person.permissions, site) // what is kept was asked for by somebody else
    // Responses to the console's own key are shared by all users with permission.
    const whose = (await keys.keyOf(upstream)) === undefined ? person.session : ''
    const now = Date.now()
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
    const key = JSON.stringify([site.name, whose])
    const before = kept.get(key)
    if (before?.newest === newest) return before.asked
    // Shared by concurrent readers, so it is not canceled when one of them disconnects.
    const asking = callAs(person, listAudit, {}, AbortSignal.timeout(answersWithinMs)).then(async (answer) => {
      await delay(0)
      return entriesOf(answer, site.name)
    })
    const next = { newest, until: now + keptMs, asked: asking }
    kept.set(key, next)
    return asking.catch((error: unknown) => {
      if (kept.get(key) === next) kept.delete(key) // allows an immediate retry
      throw error
    })
  }

  return async (question: Question): Promise<KeyAudit> => {
    try {
      return await asked(question)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // The request ID is for the log; without it, repeated failures have the same message.
      const message = error.message.replace(` (${currentCall()?.requestId})`, '')
      return { entries: [], unseen: 0, missing: [{ source: 'keys', code: error.code, message }] }
    }
  }
}
