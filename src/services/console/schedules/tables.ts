import type { Generated, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { missedPolicies, RunState, ScheduleState, ScheduleTarget } from '#contract/console/schedules.ts'
import { ascendingKey } from '#platform/database/differences.ts'

/** Times are epoch milliseconds. */
export type ScheduleTables = {
  console_schedule: {
    id: Generated<number>
    site: string
    owner: string
    user_name: string
    title: string
    endpoint: string
    target: ScheduleTarget
    /** Of queried devices: the line that finds them; otherwise empty. */
    query: Generated<string>
    /** The planned job whose copies run. */
    template: number
    /** As JSON. */
    rule: string
    zone: string
    /** 0: as long as it takes. */
    window_minutes: number
    missed: (typeof missedPolicies)[number]
    state: ScheduleState
    why_code: string
    why_message: string
    /** The session of its owner, sealed; empty while it is paused for want of one, and once it has ended. */
    credential: string
    session: string
    is_confirmed: number
    /** When it is due; 0: not any more. A process that starts a run moves it on in the same transaction. */
    next_at: number
    /** When it was last seen that its owner may still run it. */
    checked_at: number
    created_at: number
    changed_at: number
  }
  console_schedule_run: {
    id: Generated<number>
    schedule: number
    due_at: number
    state: RunState
    message: string
    /** 0: there is none. */
    job: number
    /** The process that starts it, while it does. */
    claim: string
    claimed_at: number
    /** When its job is paused, if it still runs; 0: never. */
    window_end: number
    /** Of a discovery that has ended, as JSON: what the run before had not found. */
    found: Generated<string>
  }
  /** What hosts presented when a schedule asked them last. */
  console_schedule_seen: { schedule: number; place: string; certificate: string }
}

export const scheduleMigrations: Record<string, Migration> = {
  console_037_schedule: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      let schedule = schema
        .createTable('console_schedule')
        .addColumn('id', ascendingKey(database), (column) => column.primaryKey())
      for (const name of ['site', 'owner', 'user_name', 'title', 'endpoint', 'target', 'rule', 'zone', 'missed'])
        schedule = schedule.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['state', 'why_code', 'why_message', 'credential', 'session'])
        schedule = schedule.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['window_minutes', 'is_confirmed'])
        schedule = schedule.addColumn(name, 'integer', (column) => column.notNull())
      for (const name of ['template', 'next_at', 'checked_at', 'created_at', 'changed_at'])
        schedule = schedule.addColumn(name, 'bigint', (column) => column.notNull())
      await schedule.execute()
      let run = schema
        .createTable('console_schedule_run')
        .addColumn('id', ascendingKey(database), (column) => column.primaryKey())
      for (const name of ['schedule', 'due_at', 'job', 'claimed_at', 'window_end'])
        run = run.addColumn(name, 'bigint', (column) => column.notNull())
      for (const name of ['state', 'message', 'claim']) run = run.addColumn(name, 'text', (column) => column.notNull())
      await run.execute()
      await schema.createIndex('console_schedule_due').on('console_schedule').columns(['state', 'next_at']).execute()
      const index = (name: string, columns: string[]) =>
        schema.createIndex(`console_schedule_run_${name}`).on('console_schedule_run').columns(columns)
      await index('once', ['schedule', 'due_at']).unique().execute()
      await index('open', ['state', 'window_end']).execute()
      // Which schedule started a job; the template of a schedule is a planned job that nobody sees.
      for (const name of ['schedule', 'is_template'])
        await schema
          .alterTable('console_job')
          .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
          .execute()
      await schema.createIndex('console_job_schedule').on('console_job').columns(['schedule', 'id']).execute()
    },
  },
  console_041_schedule_found: {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .alterTable('console_schedule_run')
        .addColumn('found', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await schema
        .createTable('console_schedule_seen')
        .addColumn('schedule', 'bigint', (column) => column.notNull())
        .addColumn('place', 'text', (column) => column.notNull())
        .addColumn('certificate', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_schedule_seen_primary', ['schedule', 'place'] as never)
        .execute()
    },
  },
  console_066_schedule_query: {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .alterTable('console_schedule')
        .addColumn('query', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    },
  },
}
