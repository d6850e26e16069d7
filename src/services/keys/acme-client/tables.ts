import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

export type AcmeClientTables = {
  /** Accounts at external ACME servers. */
  key_acme_server: {
    name: string
    directory: string
    /** Account URL. */
    account: string
    contact: string
    terms: string | null
    /** PEM. */
    ca: string | null
    sealed_key: string
    version: number
    created_by: string
    created_at: number
  }
  /** The latest order of each request. */
  key_acme_request: {
    request_id: number
    server: string
    challenge: string
    /** Order URL. */
    url: string
    status: string
    /** JSON: challenges by name. */
    challenges: string
    problem: string | null
    certificate_id: number | null
    renewal_start: number | null
    renewal_end: number | null
    ordered_at: number
    checked_at: number | null
    /** Deployment server with the challenge files, and its document root. */
    published_on: string | null
    web_root: string | null
  }
  /** Requests with automatic renewal. */
  key_acme_renewal: {
    request_id: number
    /** Position in the renewal window in thousandths, to spread renewals. */
    share: number
    set_by: string
    set_at: number
    /** Time of the next check; advanced by the process that renews it. */
    next_at: number
    /** Time of the renewal, if known. */
    due_at: number | null
    renewed_at: number | null
    /** Consecutive failures, and message and time of the last one. */
    failures: number
    problem: string | null
    failed_at: number | null
  }
}

export async function createAcmeClient(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  await db.schema
    .createTable('key_acme_server')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('directory', text, (column) => column.notNull())
    .addColumn('account', text, (column) => column.notNull())
    .addColumn('contact', text, (column) => column.notNull())
    .addColumn('terms', text)
    .addColumn('ca', text)
    .addColumn('sealed_key', text, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_by', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('key_acme_request')
    .addColumn('request_id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('server', text, (column) => column.notNull())
    .addColumn('challenge', text, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('challenges', text, (column) => column.notNull())
    .addColumn('problem', text)
    .addColumn('certificate_id', 'integer')
    .addColumn('renewal_start', 'bigint')
    .addColumn('renewal_end', 'bigint')
    .addColumn('ordered_at', 'bigint', (column) => column.notNull())
    .addColumn('checked_at', 'bigint')
    .execute()
}

/** Automatic renewal. */
export async function createAcmeRenewal(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  await db.schema
    .createTable('key_acme_renewal')
    .addColumn('request_id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('share', 'integer', (column) => column.notNull())
    .addColumn('set_by', text, (column) => column.notNull())
    .addColumn('set_at', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('renewed_at', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('problem', text)
    .addColumn('failed_at', 'bigint')
    .execute()
}

/** Publication of challenge files. */
export async function addPublication(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  for (const column of ['published_on', 'web_root'])
    await db.schema.alterTable('key_acme_request').addColumn(column, text).execute()
}
