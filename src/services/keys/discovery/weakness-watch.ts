import { judge, storeCheck, storeFailures, presentedBy } from '#services/keys/hosts/store-check.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { checkQueue, type Waiting } from './check-queue.ts'
import { findingCollector, storeChains } from './found-certificates.ts'
import type { Assessed, Failed } from './scanner.ts'
import type { Target } from './target.ts'

const hostsAtOnce = 64
const longestTimeoutSeconds = 5

type Order = { timeoutSeconds: number; username: string; discovers?: boolean }

/**
 * Checks hosts in the background after discoveries and deployments, or by schedule, in batches, so that discoveries can
 * run in between.
 */
export function weaknessWatch(parts: KeyManagement) {
  const queue = checkQueue(parts.db)
  let looking: Promise<void> | undefined
  let isAskedFor = false

  async function lookAtAll() {
    let isFailure = false
    try {
      while (isAskedFor) {
        isAskedFor = false
        for (;;) {
          if (parts.stopping?.aborted) return
          const some = await queue.claim(hostsAtOnce)
          if (some.length === 0) break
          await queue.holding(() => lookAt(parts, some))
          await queue.done(some)
        }
      }
    } catch {
      isFailure = !parts.stopping?.aborted // the service is overloaded
    } finally {
      looking = undefined
      await queue.release(isFailure).catch(() => undefined) // the claim expires otherwise
    }
  }
  const look = () => {
    isAskedFor = true
    looking ??= lookAtAll()
    return looking
  }

  return {
    add(targets: readonly Target[], { timeoutSeconds, username, discovers = false }: Order) {
      const seconds = Math.min(timeoutSeconds, longestTimeoutSeconds)
      const work = queue
        .add(targets, { timeoutSeconds: seconds, username, discovers })
        .then(look)
        .catch(() => undefined) // the service is stopping
      parts.inBackground?.(work)
    },
    /** Continues work left by a restart or by another process. */
    look,
  }
}

/** Scheduled hosts have their certificate read first, as in a discovery. */
async function lookAt(parts: KeyManagement, some: readonly Waiting[]) {
  const found = await discover(parts, some)
  if (found.length > 0) await keep(parts, found, await assess(parts, found))
}

async function discover(parts: KeyManagement, some: readonly Waiting[]): Promise<Waiting[]> {
  const wanted = some.filter(({ discovers }) => discovers)
  if (wanted.length === 0) return [...some]
  const collector = findingCollector(parts, { username: wanted[0]?.username ?? '' })
  const results = await parts.scanner.discover(targetsOf(wanted), optionsOf(parts, wanted))
  for (const result of results) if (result.status === 'SUCCESS') collector.add(result)
  await collector.finish()
  await storeFailures(
    parts.db,
    results.filter((result) => result.status === 'FAILURE'),
  )
  const silent = new Set(wanted.filter((_, at) => results[at]?.status === 'FAILURE'))
  return some.filter((one) => !silent.has(one))
}

const targetsOf = (some: readonly Waiting[]) => some.map(({ host, port }) => ({ host, port }))
const optionsOf = ({ stopping }: KeyManagement, some: readonly Waiting[]) => ({
  timeoutSeconds: Math.max(...some.map(({ timeoutSeconds }) => timeoutSeconds)),
  ...(stopping && { signal: stopping }),
})
const assess = (parts: KeyManagement, some: readonly Waiting[]) =>
  parts.scanner.assess(targetsOf(some), optionsOf(parts, some))

/** A host that does not respond keeps its previous results. */
async function keep(parts: KeyManagement, asked: readonly Waiting[], results: readonly (Assessed | Failed)[]) {
  const { db } = parts
  await storeFailures(db, results.filter(isFailure))
  for (const [at, result] of results.entries()) {
    if (result.status === 'FAILURE') continue
    // Certificates presented to some clients only are not in the inventory yet.
    await storeChains(
      parts,
      { username: asked[at]?.username ?? '' },
      presentedBy(result).map(({ sent }) => sent),
    )
    const reports = await judge(parts, result)
    const looked_at = Date.now()
    await db.transaction().execute(async (transaction) => {
      await storeCheck(transaction, result, reports, looked_at)
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
