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
    /** Query for queried devices; otherwise empty. */
    query: Generated<string>
    /** The planned job that is copied for each run. */
    template: number
    /** As JSON. */
    rule: string
    zone: string
    /** 0 for unlimited. */
    window_minutes: number
    missed: (typeof missedPolicies)[number]
    state: ScheduleState
    why_code: string
    why_message: string
    /** Sealed session of its owner; empty while paused for lack of one, and after the end. */
    credential: string
    session: string
    is_confirmed: number
    /** Next due time; 0 if none. Advanced in the transaction that claims a run. */
    next_at: number
    /** When its owner's permission was last verified. */
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
    /** 0 if none. */
    job: number
    /** Process that is starting it. */
    claim: string
    claimed_at: number
    /** When its job is paused if still running; 0 for never. */
    window_end: number
    /** Report of an ended discovery, as JSON. */
    found: Generated<string>
  }
  /** Certificates presented by hosts at the last run of a schedule. */
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
      // Links jobs to schedules; templates are hidden planned jobs.
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
