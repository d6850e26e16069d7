import type { Kysely, Selectable, Updateable } from 'kysely'
import type { Schedule, ScheduleRule, ScheduleState } from '#contract/console/schedules.ts'
import { applied } from '#contract/jobs/applied.ts'
import type { StatedReason } from '#contract/reason.ts'
import type { Person } from '#platform/console.ts'
import { permittedEndpoints, sharedEndpoints } from '#services/console/jobs/job-store.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { ScheduleTables } from './tables.ts'

export type ScheduleRecord = Selectable<ScheduleTables['console_schedule']>
export type NewSchedule = Omit<ScheduleRecord, 'id' | 'why_code' | 'why_message' | 'checked_at' | 'changed_at'>
export type ScheduleChange = Updateable<Omit<ScheduleTables['console_schedule'], 'id'>>
export type ScheduleStore = ReturnType<typeof scheduleStore>

/** Stored schedules. Times are those of `clock`. */
export function scheduleStore(database: Kysely<ConsoleTables>, clock: () => number) {
  const schedules = () => database.selectFrom('console_schedule')
  /** Schedules visible to a user: their own, and those whose endpoint they may call. */
  const seenBy = ({ site, owner, permissions }: Person) =>
    schedules()
      .where('site', '=', site)
      .where((row) => row.or([row('owner', '=', owner), row('endpoint', 'in', ['', ...sharedEndpoints(permissions)])]))
  const changing = (change: ScheduleChange) =>
    database.updateTable('console_schedule').set({ ...change, changed_at: clock() })

  return {
    find: (id: number) => schedules().selectAll().where('id', '=', id).executeTakeFirst(),
    findSeen: (person: Person, id: number) => seenBy(person).selectAll().where('id', '=', id).executeTakeFirst(),

    create: async (schedule: NewSchedule): Promise<number> => {
      const fresh = { why_code: '', why_message: '', checked_at: clock(), changed_at: clock() }
      const { id } = await database
        .insertInto('console_schedule')
        .values({ ...schedule, ...fresh })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** False if it is in none of these states. */
    change: async (id: number, from: readonly ScheduleState[], change: ScheduleChange): Promise<boolean> => {
      const { numUpdatedRows } = await changing(change)
        .where('id', '=', id)
        .where('state', 'in', [...from])
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Next to run first, then inactive ones. */
    list: async (
      person: Person,
      { state, page, limit }: { state?: ScheduleState | undefined; page: number; limit: number },
    ) => {
      const seen = seenBy(person)
      const wanted = state === undefined ? seen : seen.where('state', '=', state)
      const count = (of: typeof seen) =>
        of.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const [rows, total, paused] = await Promise.all([
        wanted
          .selectAll()
          .orderBy('state')
          .orderBy('next_at')
          .orderBy('id')
          .limit(limit)
          .offset(page * limit)
          .execute(),
        count(wanted),
        count(seen.where('state', '=', 'paused')),
      ])
      return { rows, total: total.count, paused: paused.count }
    },

    due: () =>
      schedules()
        .selectAll()
        .where('state', '=', 'active')
        .where('next_at', '>', 0)
        .where('next_at', '<=', clock())
        .orderBy('next_at')
        .limit(20)
        .execute(),

    /** Schedules whose owner was not checked since a given time, each returned to one process only. */
    claimChecks: async (before: number): Promise<ScheduleRecord[]> => {
      const found = await schedules()
        .selectAll()
        .where('state', '=', 'active')
        .where('checked_at', '<', before)
        .limit(20)
        .execute()
      const mine: ScheduleRecord[] = []
      for (const row of found) {
        const { numUpdatedRows } = await database
          .updateTable('console_schedule')
          .set({ checked_at: clock() })
          .where('id', '=', row.id)
          .where('checked_at', '=', row.checked_at)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) mine.push(row)
      }
      return mine
    },

    signedOut: () =>
      schedules().selectAll().where('state', '=', 'paused').where('why_code', '=', 'SIGNED_OUT').limit(100).execute(),

    /** Pauses the schedules of an owner who signed out everywhere, until the next sign-in. */
    signOut: (owner: string) =>
      changing({
        state: 'paused',
        why_code: 'SIGNED_OUT',
        why_message: 'The owner has signed out everywhere. The schedule resumes when they sign in again.',
        credential: '',
      })
        .where('owner', '=', owner)
        .where('state', '=', 'active')
        .execute(),

    /** Erases the sessions of ended schedules. */
    eraseEnded: () =>
      database
        .updateTable('console_schedule')
        .set({ credential: '', session: '' })
        .where('state', '=', 'ended')
        .where('credential', '!=', '')
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('console_schedule_run')
                .select('id')
                .whereRef('console_schedule_run.schedule', '=', 'console_schedule.id')
                .where('console_schedule_run.state', '=', 'starting'),
            ),
          ),
        )
        .execute(),

    remove: (id: number) =>
      database.transaction().execute(async (transaction) => {
        await transaction.updateTable('console_job').set({ schedule: 0 }).where('schedule', '=', id).execute()
        await transaction.deleteFrom('console_schedule').where('id', '=', id).execute()
        await transaction.deleteFrom('console_schedule_seen').where('schedule', '=', id).execute()
        await transaction.deleteFrom('console_schedule_run').where('schedule', '=', id).execute()
      }),
  }
}

export const ruleOf = ({ rule }: Pick<ScheduleRecord, 'rule'>) => JSON.parse(rule) as ScheduleRule

/** Without data from the tables of jobs and runs. */
export function toView(
  row: ScheduleRecord,
  person: Person,
  { total, why }: { total: number; why: Partial<StatedReason> },
): Omit<Schedule, 'last'> {
  const found = applied.get(row.endpoint)
  return {
    id: row.id,
    title: row.title,
    endpoint: row.endpoint,
    target: row.target,
    ...(row.query !== '' && { query: row.query }),
    operation: found && 'summary' in found ? found.summary : '',
    kind: found?.job.kind ?? 'device',
    total: row.target === 'items' ? total : 0,
    by: row.user_name,
    isMine: row.owner === person.owner,
    isPermitted: permittedEndpoints(person.permissions).some((one) => one === row.endpoint),
    state: row.state,
    ...(row.why_code !== '' && { why: { code: row.why_code, message: row.why_message } }),
    rule: ruleOf(row),
    zone: row.zone,
    ...(row.window_minutes > 0 && { windowMinutes: row.window_minutes }),
    missed: row.missed,
    reason: why.reason ?? '',
    ticket: why.ticket ?? '',
    ...(row.state === 'active' && row.next_at > 0 && { nextAt: row.next_at }),
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}
