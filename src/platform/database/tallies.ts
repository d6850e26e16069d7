import { type Kysely, sql } from 'kysely'
import { onDatabase } from './differences.ts'

/**
 * Counts of a table's rows, kept by triggers: whoever writes, and however. `counted`: which rows; `bucket`: by what they
 * are counted beside their site; `marked`: 1 for rows that are also counted as marked. All are SQL, with `row.` before each column.
 */
type Tally = { table: string; tally: string; counted: string; bucket: string; marked: string }

/** Creates the table of counts (site, bucket, rows, marked), fills it, and keeps it. */
export async function keepTally(db: Kysely<unknown>, kept: Tally) {
  const { table, tally } = kept
  await sql
    .raw(`create table ${tally} (site text not null, bucket bigint not null, counted bigint not null, marked bigint not null,
      primary key (site, bucket))`)
    .execute(db)
  await sql.raw(`insert into ${tally} ${summed(one(kept, table, 1))}`).execute(db)
  const statements = onDatabase(db, { sqlite: () => rowTriggers(kept), postgres: () => statementTriggers(kept) })
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const of = (expression: string, row: string) => expression.replaceAll('row.', `${row}.`)

const one = ({ counted, bucket, marked }: Tally, rows: string, by: 1 | -1) =>
  `select each_row.site as site, ${of(bucket, 'each_row')} as bucket, ${by} as counted,
    ${by} * (${of(marked, 'each_row')}) as marked from ${rows} as each_row where ${of(counted, 'each_row')}`

const summed = (rows: string) =>
  `select site, bucket, sum(counted), sum(marked) from (${rows}) as changes
    group by site, bucket having sum(counted) <> 0 or sum(marked) <> 0`

/** Of a statement as a whole, in the order of the keys, so that two statements do not wait for each other. */
function statementTriggers(kept: Tally) {
  const { table, tally } = kept
  const [added, removed] = [one(kept, 'new_rows', 1), one(kept, 'old_rows', -1)]
  const events = [
    { event: 'insert', rows: added, referencing: 'new table as new_rows' },
    {
      event: 'update',
      rows: `${added} union all ${removed}`,
      referencing: 'old table as old_rows new table as new_rows',
    },
    { event: 'delete', rows: removed, referencing: 'old table as old_rows' },
  ]
  return events.flatMap(({ event, rows, referencing }) => [
    `create function ${tally}_after_${event}() returns trigger language plpgsql as $$ begin
      insert into ${tally} (site, bucket, counted, marked) ${summed(rows)} order by site, bucket
      on conflict (site, bucket) do update
        set counted = ${tally}.counted + excluded.counted, marked = ${tally}.marked + excluded.marked;
      return null; end $$`,
    `create trigger ${tally}_${event} after ${event} on ${table} referencing ${referencing}
      for each statement execute function ${tally}_after_${event}()`,
  ])
}

function rowTriggers(kept: Tally) {
  const { table, tally, counted, bucket, marked } = kept
  const change = (row: string, by: 1 | -1) =>
    `insert into ${tally} (site, bucket, counted, marked)
      select ${row}.site, ${of(bucket, row)}, ${by}, ${by} * (${of(marked, row)}) where ${of(counted, row)}
      on conflict (site, bucket) do update
        set counted = counted + excluded.counted, marked = marked + excluded.marked;`
  const isOther = [counted, bucket, marked].map((by) => `(${of(by, 'old')}) is not (${of(by, 'new')})`).join(' or ')
  return [
    `create trigger ${tally}_insert after insert on ${table} begin ${change('new', 1)} end`,
    `create trigger ${tally}_update after update on ${table} when ${isOther}
      begin ${change('old', -1)} ${change('new', 1)} end`,
    `create trigger ${tally}_delete after delete on ${table} begin ${change('old', -1)} end`,
  ]
}
