import { judge, keepCheck, keepFailures, shownBy } from '#services/keys/hosts/keep-check.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { keepChains } from './found-certificates.ts'
import type { Assessed, Failed } from './scanner.ts'
import type { Target } from './target.ts'

const mostWaiting = 4096
const hostsAtOnce = 64
const longestTimeoutSeconds = 5

type Waiting = Target & { timeoutSeconds: number; username: string }

/**
 * Checks in the background the hosts that a discovery or a deployment has found, some at a time, so that discoveries
 * have their turn in between. Nobody waits for it: what is not looked at, the next discovery brings
 * again.
 */
export function weaknessWatch(parts: KeyManagement) {
  const waiting = new Map<string, Waiting>()
  let isLooking = false

  async function lookAtAll() {
    isLooking = true
    try {
      while (waiting.size > 0 && !parts.stopping?.aborted) {
        const some = [...waiting.values()].slice(0, hostsAtOnce)
        for (const target of some) waiting.delete(nameOf(target))
        await keep(parts, some, await assess(parts, some))
      }
    } catch {
      waiting.clear() // the service stops, or has more to do than it can
    } finally {
      isLooking = false
    }
  }

  return {
    add(targets: readonly Target[], timeoutSeconds: number, { username }: Pick<KeyCall, 'username'>) {
      for (const { host, port } of targets) {
        const target = { host, port, username, timeoutSeconds: Math.min(timeoutSeconds, longestTimeoutSeconds) }
        if (waiting.size < mostWaiting) waiting.set(nameOf(target), target)
      }
      if (isLooking) return
      const looking = lookAtAll()
      parts.inBackground?.(looking)
    },
  }
}

const nameOf = ({ host, port }: Target) => `${host} ${port}`

function assess({ scanner, stopping }: KeyManagement, some: readonly Waiting[]) {
  const timeoutSeconds = Math.max(...some.map((target) => target.timeoutSeconds))
  const targets = some.map(({ host, port }) => ({ host, port }))
  return scanner.assess(targets, { timeoutSeconds, ...(stopping && { signal: stopping }) })
}

/** A host that gives no answer this time keeps what was found before. */
async function keep(parts: KeyManagement, asked: readonly Waiting[], results: readonly (Assessed | Failed)[]) {
  const { db } = parts
  await keepFailures(db, results.filter(isFailure))
  for (const [at, result] of results.entries()) {
    if (result.status === 'FAILURE') continue
    // What only some clients are shown is in no inventory yet.
    await keepChains(
      parts,
      { username: asked[at]?.username ?? '' },
      shownBy(result).map(({ sent }) => sent),
    )
    const reports = await judge(parts, result)
    const looked_at = Date.now()
    await db.transaction().execute(async (transaction) => {
      await keepCheck(transaction, result, reports, looked_at)
      const findings = JSON.stringify(result.vulnerabilities)
      await transaction
        .insertInto('key_host_weakness')
        .values({ host: result.host, port: result.port, findings, looked_at })
        .onConflict((conflict) => conflict.columns(['host', 'port']).doUpdateSet({ findings, looked_at }))
        .execute()
    })
  }
}

const isFailure = (result: Assessed | Failed): result is Failed => result.status === 'FAILURE'
