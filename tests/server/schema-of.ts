import { sql } from 'kysely'
import type { Database } from '#platform/database/open.ts'

type Named = { name: string; what: string }

/** Tables with their columns, indexes and triggers, in an order that does not depend on how they came about. */
export async function schemaOf({ db, kind }: Database): Promise<string[]> {
  const { rows } = await (kind === 'sqlite' ? sqlite : postgres).execute(db)
  return rows.map(({ name, what }) => `${name}: ${what.replace(/\s+/g, ' ').trim()}`).toSorted()
}

const sqlite = sql<Named>`
  select m.name || '.' || c.name as name, c.type || ' ' || c."notnull" || ' ' || c.pk as what
    from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'
  union all
  select m.name || ' ' || l.name, group_concat(i.name) || ' ' || l."unique"
    from sqlite_master m, pragma_index_list(m.name) l, pragma_index_info(l.name) i where m.type = 'table' group by 1
  union all
  select name, replace(sql, ', ', ',') from sqlite_master where type = 'trigger'`

const postgres = sql<Named>`
  select table_name || '.' || column_name as name, data_type || ' ' || is_nullable || ' ' || coalesce(collation_name, '')
    as what from information_schema.columns where table_schema = 'public'
  union all
  select indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`
