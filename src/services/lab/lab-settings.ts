import type { Kysely } from 'kysely'

/** Lab settings shared by all processes; `version` is incremented with each change. */
export type LabTables = { lab_setting: { name: string; value: string; version: number } }

export async function readSetting<T>(db: Kysely<LabTables>, name: string): Promise<T | undefined> {
  const row = await db.selectFrom('lab_setting').select('value').where('name', '=', name).executeTakeFirst()
  return row && (JSON.parse(row.value) as T)
}

export async function writeSetting(db: Kysely<LabTables>, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('lab_setting')
    .values({ name, value: text, version: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ eb }) => ({ value: text, version: eb('lab_setting.version', '+', 1) })),
    )
    .execute()
}

/** A setting shared by all processes. `change` may be called again after a concurrent change. */
export function sharedSetting<T>(db: Kysely<LabTables>, name: string, initial: T) {
  let known = { version: 0, value: initial }
  async function current() {
    const row = await db.selectFrom('lab_setting').selectAll().where('name', '=', name).executeTakeFirst()
    if (!row) known = { version: 0, value: initial }
    else if (row.version !== known.version) known = { version: row.version, value: JSON.parse(row.value) as T }
    return known
  }
  return {
    read: async () => (await current()).value,
    async change(to: (value: T) => T): Promise<T> {
      for (;;) {
        const { version, value } = await current()
        const next = to(value)
        if (next === value) return value
        const row = { value: JSON.stringify(next), version: version + 1 }
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('lab_setting')
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row).where('lab_setting.version', '=', version))
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 1n) return next
      }
    },
  }
}

/** Tables for lab settings, and for leases of work that runs in a single process. */
export async function createLeaseTables({ schema }: Kysely<unknown>) {
  await schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('renewed', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('lab_setting')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
}
