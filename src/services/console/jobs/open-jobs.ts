import type { Kysely } from 'kysely'
import type { People } from '#platform/console.ts'
import { onDatabase } from '#platform/database/differences.ts'
import type { LeaseTables } from '#platform/lease.ts'
import { type Log, traceOf } from '#platform/log.ts'
import { sealFor } from '#platform/seal.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { planFills } from '#services/console/plans/plan-fills.ts'
import { fileStore } from './file-store.ts'
import { decideHandlers } from '#services/console/approvals/decide-handlers.ts'
import { holdCall } from '#services/console/approvals/hold-call.ts'
import type { Approvals } from '#services/console/approvals/open-approvals.ts'
import { whyClosed } from '#services/console/approvals/requests.ts'
import { endJob } from './end-job.ts'
import { itemStore } from './item-store.ts'
import { jobHandlers } from './job-handlers.ts'
import { jobStore } from './job-store.ts'
import { localQueue } from './local-queue.ts'
import { postgresQueue } from './postgres-queue.ts'
import type { Queue } from './queue.ts'
import { runTurn } from './run-turn.ts'
import { jobSeal } from './sealed-input.ts'
import { serverGate } from './server-gate.ts'
import { type Pace, defaultPace } from './turn.ts'

type Settings = {
  database: Kysely<ConsoleTables>
  masterKey: Buffer
  people: Pick<People, 'callAs' | 'credentialOf'>
  approvals: Approvals
  log: Log
  pace?: Partial<Pace> | undefined
}

/** Concurrent job calls per server. */
const callsToServer = 6
const watchedEveryMs = 1000
const keptDays = 90
const minute = 60_000
const day = 24 * 60 * minute
/** Maximum time without progress while reading the next items of a plan. */
const planSilentMs = 30 * minute

/**
 * Jobs of the console (decision 134). The queue is opened by the first running job, since most processes never need it.
 */
export function openJobs({ database, masterKey, people, approvals, log, pace }: Settings) {
  const seal = jobSeal(sealFor('job', masterKey))
  const store = jobStore(database, seal)
  const items = itemStore(database)
  const files = fileStore(database, seal)
  const fills = planFills()
  const ending = new AbortController()
  const allPace = { ...defaultPace, ...pace }
  const take = runTurn({
    store,
    items,
    files,
    seal,
    people,
    approvals,
    pace: allPace,
    gate: serverGate(callsToServer),
    signal: ending.signal,
  })
  let queue: Promise<Queue> | undefined
  const open = () =>
    (queue ??= onDatabase(database, {
      sqlite: () => localQueue(database.$extendTables<LeaseTables>(), take, log),
      postgres: () => postgresQueue(database, take, log),
    }).catch((error: unknown) => {
      queue = undefined
      throw error
    }))
  const failed = (error: unknown) => log('jobs not looked at', traceOf(error))
  const wake = (job: number) =>
    void open()
      .then(({ enqueue }) => enqueue(job))
      .catch(failed)

  const end = endJob({ store, items, seal, wake })
  const lapse = async (job: number) => {
    const row = await store.find(job)
    const decision = { decision: 'lapsed', by: '', note: '' } as const
    if ((await approvals.requests.close(job, decision)) && row) await end(row, whyClosed(decision))
  }

  let purgedAt = 0
  let expiredAt = 0
  const watch = async () => {
    for (const job of await approvals.requests.lapsed()) await lapse(job)
    for (const { job, why } of await approvals.requests.closed()) {
      const row = await store.find(job)
      if (row?.state === 'held') await end(row, why)
    }
    const running = await store.running()
    for (const { id } of running) await (await open()).enqueue(id)
    for (const job of await store.awaitingSignIn()) {
      const { id, site, owner } = job
      const kept = await people.credentialOf({ site, owner })
      if (!kept || kept.session === job.session) continue
      const credential = seal.closeCredential(id, kept.credential)
      if (await store.resume(job, { credential, session: kept.session, faults: 0 })) wake(id)
    }
    const now = Date.now()
    for (const job of await store.awaitingServer(now, now + allPace.awayMs)) if (await store.resume(job)) wake(job.id)
    if (Date.now() - expiredAt > minute) {
      expiredAt = Date.now()
      await files.expire()
      await store.abandonPlans(Date.now() - planSilentMs)
    }
    if (Date.now() - purgedAt < day) return
    purgedAt = Date.now()
    for (const { id } of await store.endedBefore(Date.now() - keptDays * day)) {
      await items.remove(id)
      await store.remove(id)
    }
  }
  let watching: Promise<void> | undefined
  const timer = setInterval(() => {
    watching ??= watch()
      .catch(failed)
      .finally(() => {
        watching = undefined
      })
  }, watchedEveryMs).unref()

  const { requests, rules } = approvals
  return {
    handlers: {
      ...jobHandlers({ store, items, files, seal, people, approvals, end, endFill: fills.end, wake }),
      ...decideHandlers({ database, store, seal, requests, rules, end, wake }),
    },
    hold: holdCall({ store, items, seal, requests, people }),
    signOut: store.signOut,
    /** For jobs started by schedules. */
    parts: { store, items, seal, wake },
    fills,
    close: async () => {
      clearInterval(timer)
      await watching
      const late = setTimeout(() => ending.abort(), allPace.drainMs)
      await (await queue?.catch(() => undefined))?.close()
      clearTimeout(late)
      ending.abort()
    },
  }
}
