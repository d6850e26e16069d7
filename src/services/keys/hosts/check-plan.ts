import type { Kysely } from 'kysely'
import type { hostCheckPlanRows } from '#contract/keys/host-check-plan.ts'
import { checkQueue } from '#services/keys/discovery/check-queue.ts'
import { weaknessWatch } from '#services/keys/discovery/weakness-watch.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { regularly } from '#services/keys/regularly.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import { withLock } from '#services/keys/with-lock.ts'
import type { Handlers } from '#services/router.ts'
import { knownHosts } from './known-hosts.ts'

const hourMs = 3_600_000
const timeoutSeconds = 5
const planId = 1

const findPlan = (db: Kysely<KeyTables>) =>
  db.selectFrom('key_host_check_plan').selectAll().where('id', '=', planId).executeTakeFirst()
type Plan = NonNullable<Awaited<ReturnType<typeof findPlan>>>

const dueAt = ({ begun_at, every_hours }: Plan) => begun_at + every_hours * hourMs
const isDue = (plan: Plan | undefined): plan is Plan =>
  plan !== undefined && plan.every_hours > 0 && dueAt(plan) <= Date.now()

/** Extension: interval of checks of all known hosts. The reference discovers on request only. */
export const checkPlanHandlers = ({ db, audit }: KeyManagement): Handlers<typeof hostCheckPlanRows, KeyCall> => ({
  getHostCheckPlan: async () => {
    const plan = await findPlan(db)
    const { waiting } = await db
      .selectFrom('key_host_check')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow()
    const isOn = plan !== undefined && plan.every_hours > 0
    return {
      EveryHours: plan?.every_hours ?? 0,
      Waiting: waiting,
      ...(plan && { SetBy: plan.set_by, SetAt: wireTime(plan.set_at) }),
      ...(plan && plan.begun_at > plan.set_at && { LastRunAt: wireTime(plan.begun_at), LastRunHosts: plan.hosts }),
      ...(isOn && { NextRunAt: wireTime(Math.max(dueAt(plan), Date.now())) }),
    }
  },

  setHostCheckPlan: async ({ EveryHours: every_hours }, call) => {
    const now = Date.now()
    const changed = { every_hours, set_by: call.username, set_at: now, begun_at: now, hosts: 0 }
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('key_host_check_plan')
        .values({ id: planId, ...changed })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
        .execute()
      const what = every_hours === 0 ? 'not planned any more' : `planned every ${every_hours} hours`
      await audit.record(transaction, call, `Checks of all known TLS hosts ${what}`)
    })
    return { message: 'Plan saved successfully' }
  },
})

/** Starts a due run in one of the processes; all of them check its hosts. */
export async function beginDueRun({ db, audit }: Pick<KeyManagement, 'db' | 'audit'>): Promise<void> {
  if (!isDue(await findPlan(db))) return
  await withLock(db, 'host check plan', async () => {
    const plan = await findPlan(db)
    if (!isDue(plan)) return
    const queue = checkQueue(db)
    let hosts = 0
    for await (const some of knownHosts(db)) {
      await queue.add(some, { timeoutSeconds, username: plan.set_by, discovers: true })
      hosts += some.length
    }
    await db
      .updateTable('key_host_check_plan')
      .set({ begun_at: Date.now(), hosts })
      .where('id', '=', planId)
      .where('set_at', '=', plan.set_at)
      .execute()
    const actor = { operation: 'setHostCheckPlan', username: plan.set_by, address: '', keyId: 0 }
    await audit.note(actor, `Planned check of ${hosts} TLS hosts started`)
  })
}

/** Runs until the service stops. */
export function hostChecks(parts: KeyManagement, isSealed: () => boolean) {
  const watch = weaknessWatch(parts)
  return regularly(parts, isSealed, async () => {
    await beginDueRun(parts)
    await watch.look()
  })
}
