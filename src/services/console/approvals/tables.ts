import { type Generated, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { RuleMode } from '#contract/console/approvals.ts'
import type { ApprovalDecision } from '#contract/console/jobs.ts'
import type { GuardedAction, RuledAction } from '#contract/console/guarded-actions.ts'

/** Times are epoch milliseconds. */
export type ApprovalTables = {
  /** Rules of a site that differ from the defaults. */
  console_approval_rule: {
    site: string
    /** `emergency`: whether requesters may release jobs alone; its limits are unused. */
    action: RuledAction | 'emergency'
    mode: RuleMode
    above: number
    minutes: number
    user_name: string
    at: number
  }
  /** Guarded actions by user and subject, within the period of the rules. */
  console_guarded_use: {
    site: string
    owner: string
    /** Empty in rows that predate this column. */
    user_name: Generated<string>
    action: GuardedAction
    subject: string
    at: number
  }
  /** Latest approval request per job. */
  console_approval: {
    job: number
    action: GuardedAction
    asked_at: number
    until: number
    /** Null while pending. */
    decision: ApprovalDecision | null
    decided_by: string
    decided_at: number | null
    note: string
    /** No longer valid: the job was sent again and is evaluated anew. */
    is_spent: number
  }
}

export const approvalMigrations: Record<string, Migration> = {
  console_047_approval: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      let rule = schema.createTable('console_approval_rule')
      for (const name of ['site', 'action', 'mode', 'user_name'])
        rule = rule.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['above', 'minutes']) rule = rule.addColumn(name, 'integer', (column) => column.notNull())
      await rule
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_approval_rule_primary', ['site', 'action'] as never)
        .execute()
      let use = schema.createTable('console_guarded_use')
      for (const name of ['site', 'owner', 'action', 'subject'])
        use = use.addColumn(name, 'text', (column) => column.notNull())
      await use.addColumn('at', 'bigint', (column) => column.notNull()).execute()
      const index = schema.createIndex('console_guarded_use_lately').on('console_guarded_use')
      await index.columns(['site', 'owner', 'action', 'at']).execute()
      await schema
        .createTable('console_approval')
        .addColumn('job', 'bigint', (column) => column.primaryKey())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('asked_at', 'bigint', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .addColumn('decision', 'text')
        .addColumn('decided_by', 'text', (column) => column.notNull())
        .addColumn('decided_at', 'bigint')
        .addColumn('note', 'text', (column) => column.notNull())
        .addColumn('is_spent', 'integer', (column) => column.notNull())
        .execute()
      await schema
        .alterTable('console_job')
        .addColumn('is_one_call', 'integer', (column) => column.notNull().defaultTo(sql`0`))
        .execute()
    },
  },
  // Links accounts by names and IDs.
  console_076_guarded_use_name: {
    up: async ({ schema }: Kysely<unknown>) => {
      const use = schema.alterTable('console_guarded_use')
      await use.addColumn('user_name', 'text', (column) => column.notNull().defaultTo('')).execute()
    },
  },
}
