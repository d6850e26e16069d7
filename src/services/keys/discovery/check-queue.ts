import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { whileRenewing } from '#platform/while-renewing.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { Target } from './target.ts'

const maxWaiting = 20_000
/** Lease: afterwards, another process may check the hosts. */
const heldMs = 120_000
const renewedEveryMs = 30_000
/** Delay after an internal error. */
const failedMs = 60_000
/** Limit for hosts whose check crashes the process. */
const maxAttempts = 5
const nobody = ''

export type Waiting = Target & { timeoutSeconds: number; username: string; discovers: boolean }
type Order = Omit<Waiting, keyof Target>

/**
 * Queue of hosts to check. Stored in the database, so that it survives restarts and each host is checked by one
 * process.
 */
export function checkQueue(db: Kysely<KeyTables>) {
  const holder = randomUUID()
  const own = () => db.updateTable('key_host_check').where('holder', '=', holder)

  return {
    /** Queued hosts are not added twice. */
    async add(targets: readonly Target[], { timeoutSeconds, username, discovers }: Order) {
      const { count } = await db
        .selectFrom('key_host_check')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const wanted = targets.slice(0, Math.max(0, maxWaiting - count))
      const unique = new Map(wanted.map(({ host, port }) => [`${host} ${port}`, { host, port }]))
      const common = { timeout_seconds: timeoutSeconds, username, added_at: Date.now() }
      const free = { holder: nobody, held_until: 0, attempts: 0 }
      for (const target of unique.values()) {
        await db
          .insertInto('key_host_check')
          .values({ ...target, ...common, ...free, discovers: Number(discovers) })
          .onConflict((conflict) => conflict.columns(['host', 'port']).doNothing())
          .execute()
      }
    },

    /** Claims the next hosts for this process. */
    async claim(max: number): Promise<Waiting[]> {
      const now = Date.now()
      const due = await db
        .selectFrom('key_host_check')
        .selectAll()
        .where('held_until', '<', now)
        .orderBy('added_at')
        .orderBy('host')
        .orderBy('port')
        .limit(max)
        .execute()
      const claimed: Waiting[] = []
      for (const { host, port, attempts, timeout_seconds, username, discovers } of due) {
        if (attempts >= maxAttempts) {
          await db.deleteFrom('key_host_check').where('host', '=', host).where('port', '=', port).execute()
          continue
        }
        const { numUpdatedRows } = await db
          .updateTable('key_host_check')
          .set({ holder, held_until: now + heldMs, attempts: attempts + 1 })
          .where('host', '=', host)
          .where('port', '=', port)
          .where('attempts', '=', attempts)
          .where('held_until', '<', now)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 1n)
          claimed.push({ host, port, timeoutSeconds: timeout_seconds, username, discovers: discovers === 1 })
      }
      return claimed
    },

    /** Renews the claim while the work is running. */
    holding: <T>(work: () => Promise<T>): Promise<T> => {
      const renew = () =>
        own()
          .set({ held_until: Date.now() + heldMs })
          .execute()
      return whileRenewing({ everyMs: renewedEveryMs, renew }, work)
    },

    /** Removes checked hosts from the queue. */
    async done(targets: readonly Target[]) {
      for (const { host, port } of targets) {
        await db
          .deleteFrom('key_host_check')
          .where('holder', '=', holder)
          .where('host', '=', host)
          .where('port', '=', port)
          .execute()
      }
    },

    /** Releases unchecked hosts: immediately, or with a delay after a failure. */
    release: (isFailure: boolean) =>
      own()
        .set({ holder: nobody, held_until: isFailure ? Date.now() + failedMs : 0 })
        .execute(),
  }
}
