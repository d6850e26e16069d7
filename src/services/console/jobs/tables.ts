import type { Generated, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ItemOutcome, JobState } from '#contract/console/jobs.ts'
import { ascendingKey } from '#platform/database/differences.ts'

/** Times are epoch milliseconds. */
export type JobTables = {
  /** The number of items per outcome is stored in columns, to avoid counting. */
  console_job: Record<ItemOutcome, number> & {
    id: Generated<number>
    site: string
    owner: string
    user_name: string
    endpoint: string
    title: string
    state: JobState
    why_code: string
    why_message: string
    /** Common input of the items, and the reason. */
    sealed: string
    /** Session of its owner; empty while planned, and after the end. */
    credential: string
    /** ID of that session. */
    session: string
    is_confirmed: number
    /** Whether it is a single held call (decision 147). */
    is_one_call: Generated<number>
    /** The current turn; a superseded turn sends nothing. */
    turn: string
    /** No calls before this time, as requested by the server. */
    resume_at: number
    /** Consecutive failures. */
    faults: number
    /** Schedule that started it, or whose template it is; 0 if none. */
    schedule: Generated<number>
    /** A hidden template that is copied for each run and never started itself. */
    is_template: Generated<number>
    created_at: number
    started_at: number | null
    /** Start of the current or last run; pauses end runs. Null if never run, or before it was recorded. */
    run_at: number | null
    /** Items to be sent at that time. */
    run_left: Generated<number>
    ended_at: number | null
    changed_at: number
  }
  /** Exported files, until they expire. */
  console_job_file: { job: number; n: number; name: string; size: number; sealed: string; expires_at: number }
  /** Additional subjects of a job. */
  console_job_touch: { subject: string; kind: string; job: number }
  console_job_item: {
    job: number
    n: number
    subject: string
    label: string
    detail: string
    /** Searched text. */
    searched: string
    /** The item's own secrets; null if none. */
    sealed: string | null
    /** Other input of the item, and results of its steps. */
    given: string
    /** Next step. */
    step: number
    outcome: ItemOutcome
    attempts: number
    remark: string
    evidence: string
    /** Evidence of the previous attempt. */
    earlier: string
    sent_at: number | null
    changed_at: number
    /** Time of the next status check; 0 if none. */
    look_at: number
  }
}

export const jobMigrations: Record<string, Migration> = {
  console_028_job: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      const outcomes = ['waiting', 'sent', 'accepted', 'done', 'failed', 'refused', 'unknown', 'skipped']
      let job = schema
        .createTable('console_job')
        .addColumn('id', ascendingKey(database), (column) => column.primaryKey())
      for (const name of ['site', 'owner', 'user_name', 'endpoint', 'title', 'state', 'why_code', 'why_message'])
        job = job.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['sealed', 'credential', 'session', 'turn'])
        job = job.addColumn(name, 'text', (column) => column.notNull())
      for (const name of [...outcomes, 'is_confirmed', 'faults'])
        job = job.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      await job
        .addColumn('resume_at', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('started_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema.createIndex('console_job_state').on('console_job').columns(['state', 'id']).execute()
      let item = schema.createTable('console_job_item')
      for (const name of ['job', 'n', 'attempts', 'changed_at', 'look_at'])
        item = item.addColumn(name, 'bigint', (column) => column.notNull())
      for (const name of ['subject', 'label', 'detail', 'searched', 'outcome', 'remark', 'evidence', 'earlier'])
        item = item.addColumn(name, 'text', (column) => column.notNull())
      await item
        .addColumn('sealed', 'text')
        .addColumn('sent_at', 'bigint')
        .addPrimaryKeyConstraint('console_job_item_primary', ['job', 'n'] as never)
        .execute()
      const index = (name: string, columns: string[]) =>
        schema.createIndex(`console_job_item_${name}`).on('console_job_item').columns(columns)
      await index('subject', ['job', 'subject']).unique().execute()
      await index('outcome', ['job', 'outcome', 'n']).execute()
      await index('look', ['job', 'look_at']).where('look_at', '>', 0).execute()
    },
  },
  // Subjects are still unique per job, and the index also finds jobs by subject.
  console_036_job_subject: {
    up: async ({ schema }: Kysely<unknown>) => {
      const index = schema.createIndex('console_job_item_touched').on('console_job_item')
      await index.columns(['subject', 'job']).unique().execute()
      await schema.dropIndex('console_job_item_subject').execute()
    },
  },
  console_039_job_steps: {
    up: async ({ schema }: Kysely<unknown>) => {
      const item = () => schema.alterTable('console_job_item')
      await item()
        .addColumn('given', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await item()
        .addColumn('step', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await schema
        .createTable('console_job_touch')
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('job', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_job_touch_primary', ['subject', 'kind', 'job'] as never)
        .execute()
      await schema.createIndex('console_job_touch_job').on('console_job_touch').columns(['job']).execute()
    },
  },
  console_040_job_file: {
    up: async ({ schema }: Kysely<unknown>) => {
      let file = schema.createTable('console_job_file')
      for (const name of ['job', 'n', 'size', 'expires_at'])
        file = file.addColumn(name, 'bigint', (column) => column.notNull())
      for (const name of ['name', 'sealed']) file = file.addColumn(name, 'text', (column) => column.notNull())
      await file.addPrimaryKeyConstraint('console_job_file_primary', ['job', 'n'] as never).execute()
      await schema.createIndex('console_job_file_expiry').on('console_job_file').columns(['expires_at']).execute()
    },
  },
  console_081_job_run: {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('console_job').addColumn('run_at', 'bigint').execute()
      await schema
        .alterTable('console_job')
        .addColumn('run_left', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
}
