import type { Generated, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ItemOutcome, JobState } from '#contract/console/jobs.ts'
import { ascendingKey } from '#platform/database/differences.ts'

/** Times are epoch milliseconds. */
export type JobTables = {
  /** How many items have an outcome stands in a column, so that nobody counts them to show a job. */
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
    /** What all items have in common, and the reason that was given. */
    sealed: string
    /** The session of its owner; empty while it is planned, and once it has ended. */
    credential: string
    /** Which of their sessions that is. */
    session: string
    is_confirmed: number
    /** It is a call that was held as it came (decision 147). */
    is_one_call: Generated<number>
    /** Which turn of the runner may send; one that another turn has followed sends nothing any more. */
    turn: string
    /** Its server wants to be left alone until then. */
    resume_at: number
    /** Calls that went wrong one after the other. */
    faults: number
    /** The schedule that started it, or whose template it is; 0: none. */
    schedule: Generated<number>
    /** Copies of it run; it is never started itself, and nobody sees it. */
    is_template: Generated<number>
    created_at: number
    started_at: number | null
    ended_at: number | null
    changed_at: number
  }
  /** What a job has exported, until it expires. */
  console_job_file: { job: number; n: number; name: string; size: number; sealed: string; expires_at: number }
  /** What a job is about beside its items. */
  console_job_touch: { subject: string; kind: string; job: number }
  console_job_item: {
    job: number
    n: number
    subject: string
    label: string
    detail: string
    /** What searching compares. */
    searched: string
    /** The secrets that it has of its own; null where it has none. */
    sealed: string | null
    /** What else it has of its own, and what its steps have found. */
    given: string
    /** Which step of the job is next. */
    step: number
    outcome: ItemOutcome
    attempts: number
    remark: string
    evidence: string
    /** Evidence of the attempt before. */
    earlier: string
    sent_at: number | null
    changed_at: number
    /** When its server is asked next what became of it; 0: not at all. */
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
  // A subject still counts once in a job, and what jobs have done to it is found by the same index.
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
}
