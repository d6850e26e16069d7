import { type Generated, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  ascendingKey,
  bytewiseText,
  indexSubstringsOfRows,
  onDatabase,
  rowKey,
  storedByKey,
  storeByKey,
} from '#platform/database/differences.ts'
import { keepTally } from '#platform/database/tallies.ts'
import {
  absentRows,
  columnsOf,
  computerLayout,
  deviceLayout,
  type FleetTable,
  laterTable,
  type Layout,
} from './layout.ts'
import { tallyOf } from './walks/row-counts.ts'

/** Times are epoch milliseconds. Field columns are defined by the layout. */
export type FleetTables = {
  /** Progress per site. `wanted`: whether it was queried. */
  fleet_site: {
    site: string
    wanted_at: number
    /** Number of the last full pass that was started. */
    walk: number
    /** Start of the last complete pass; 0 if none. */
    walked_at: number
    delta_token: string
    /** Time of the last change report of the server; 0 if none. */
    as_of: number
    tried_at: number
    problem: string
  }
  fleet_device: {
    id: Generated<number>
    site: string
    device_id: string
    /** The last full pass that included it. */
    walk: number
    /** When the server no longer listed it; 0 if it still does. */
    gone_at: number
    /** Digest of its list row. */
    listed: string
    /** When its record was read; 0 if not yet. */
    read_at: number
    /** Record to be read: 1 if new or outdated, 2 if changed. */
    is_changed: number
    /** Consecutive failures to read its record. */
    failures: number
    /** Time of the last failure; 0 if none. */
    tried_at: Generated<number>
    /** Bits of the lists that have entries (`listBit`); null until its record is read again after an upgrade. */
    lists: number | null
    device_name: string | null
  }
  /** `searched`: normalized identifying texts. */
  fleet_device_text: { device: number; searched: string }
  fleet_device_detail: { device: number }
  fleet_device_restriction: { device: number }
  /** An app, profile, group or certificate, shared by all devices that have it. */
  fleet_entry: {
    id: Generated<number>
    site: string
    list: string
    name: string
    identifier: string
    version: string
    version_order: string
    /** Name and identifier, normalized. */
    searched: string
  }
  fleet_device_entry: { entry: number; device: number }
  /** A certificate, shared by all devices that have it. Null: not reported. Keys: without separators, in lower case. */
  fleet_certificate: {
    id: Generated<number>
    site: string
    digest: string
    certificatename: string | null
    certificatesubjectname: string | null
    certificateissuername: string | null
    serialnumber: string | null
    serial_key: string | null
    certificatefingerprint: string | null
    fingerprint_key: string | null
    signaturealgorithmname: string | null
    signaturealgorithmoid: string | null
    isidentity: number | null
    certificateexpiry: number | null
    /** All texts, normalized. */
    searched: string
  }
  fleet_device_certificate: { certificate: number; device: number }
  /** Numbers of rows that are not gone, by the minute in which their record was read; see `row-counts.ts`. */
  fleet_tally: { site: string; bucket: number; counted: number; marked: number }
  /** Differences between two readings of a record. */
  fleet_change: {
    id: Generated<number>
    device: number
    at: number
    field: string
    before: string | null
    after: string | null
  }
  /** Identifiers for linking annotations: `serial:c02x`. */
  fleet_identifier: { site: string; identifier: string; device: number }
  /** Annotation of a device. */
  fleet_device_annotation: { device: number; annotation: string }
}

const firstTables = ({ tables }: Layout) => tables.filter((table) => table !== laterTable)

async function addFieldColumns(database: Kysely<unknown>, table: FleetTable, layout: Layout) {
  const columns = columnsOf(table, layout).flatMap(({ field, type, order }) => {
    const plain = sql`${sql.ref(field.name)} ${sql.raw(type)}`
    return order === undefined ? plain : [plain, sql`${sql.ref(order)} ${bytewiseText(database)}`]
  })
  const device = sql`device bigint primary key`
  const own = {
    fleet_device: sql`id ${ascendingKey(database)} primary key, site text not null, gone_at bigint not null,
      read_at bigint not null, walk bigint not null, is_changed smallint not null, failures smallint not null`,
    fleet_device_text: sql`device bigint primary key, searched text not null`,
    fleet_device_detail: device,
    fleet_device_restriction: device,
    fleet_device_further: sql`device ${rowKey(database)} primary key`,
  }[table]
  // Columns that are not queried come last: SQLite reads rows only up to the last needed column.
  const last = table === 'fleet_device' ? [sql`device_id text not null`, sql`listed text not null`] : []
  await sql`create table ${sql.table(layout.table(table))} (${sql.join([own, ...columns, ...last])})`.execute(database)
}

/** Creates the tables of an indexed kind. */
async function addTables(database: Kysely<unknown>, layout: Layout) {
  const { schema } = database
  await schema
    .createTable(layout.table('fleet_site'))
    .addColumn('site', 'text', (column) => column.primaryKey())
    .addColumn('wanted_at', 'bigint', (column) => column.notNull())
    .addColumn('walk', 'bigint', (column) => column.notNull())
    .addColumn('walked_at', 'bigint', (column) => column.notNull())
    .addColumn('delta_token', 'text', (column) => column.notNull())
    .addColumn('as_of', 'bigint', (column) => column.notNull())
    .addColumn('tried_at', 'bigint', (column) => column.notNull())
    .addColumn('problem', 'text', (column) => column.notNull())
    .execute()
  for (const table of firstTables(layout)) await addFieldColumns(database, table, layout)
  const thing = layout.table('fleet_device')
  const index = (name: string, columns: string[], isUnique = false) => {
    const made = schema.createIndex(`${thing}_${name}`).on(thing).columns(columns)
    return (isUnique ? made.unique() : made).execute()
  }
  await index('by_id', ['site', 'device_id'], true)
  await index('name', ['site', layout.nameField])
  await index('state', ['site', 'gone_at', 'read_at'])
  await index('changed', ['site', 'is_changed', 'failures', 'read_at', 'id'])
}

async function addEntriesAndChanges(database: Kysely<unknown>, layout: Layout) {
  const { schema } = database
  const known = layout.table('fleet_entry')
  await schema
    .createTable(known)
    .addColumn('id', ascendingKey(database), (column) => column.primaryKey())
    .addColumn('site', 'text', (column) => column.notNull())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('version_order', bytewiseText(database), (column) => column.notNull())
    .addColumn('searched', 'text', (column) => column.notNull())
    .addUniqueConstraint(`${known}_once`, ['site', 'list', 'name', 'identifier', 'version'])
    .execute()
  const entry = layout.table('fleet_device_entry')
  await sql`create table ${sql.raw(entry)} (entry bigint not null, device bigint not null,
    primary key (entry, device)) ${storedByKey(database)}`.execute(database)
  const change = layout.table('fleet_change')
  await schema
    .createTable(change)
    .addColumn('id', ascendingKey(database), (column) => column.primaryKey())
    .addColumn('device', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await schema.createIndex(`${change}_device`).on(change).columns(['device', 'id']).execute()
  await schema.createIndex(`${change}_at`).on(change).column('at').execute()
  await schema.createIndex(`${entry}_device`).on(entry).column('device').execute()
}

/** Tables for linking annotations. */
async function addAnnotated(database: Kysely<unknown>, layout: Layout) {
  const identifier = layout.table('fleet_identifier')
  await sql`create table ${sql.raw(identifier)} (site text not null, identifier text not null, device bigint not null,
    primary key (site, identifier, device)) ${storedByKey(database)}`.execute(database)
  await database.schema.createIndex(`${identifier}_device`).on(identifier).column('device').execute()
  await sql`create table ${sql.raw(layout.table('fleet_device_annotation'))} (device bigint primary key,
    annotation text not null)`.execute(database)
}

async function addCertificates(database: Kysely<unknown>) {
  await sql`create table fleet_certificate (id ${ascendingKey(database)} primary key, site text not null,
    digest text not null, certificatename text, certificatesubjectname text, certificateissuername text,
    serialnumber text, serial_key text, certificatefingerprint text, fingerprint_key text, signaturealgorithmname text,
    signaturealgorithmoid text, isidentity smallint, certificateexpiry bigint, searched text not null,
    unique (site, digest))`.execute(database)
  await sql`create table fleet_device_certificate (certificate bigint not null, device bigint not null,
    primary key (certificate, device)) ${storedByKey(database)}`.execute(database)
  await database.schema
    .createIndex('fleet_device_certificate_device')
    .on('fleet_device_certificate')
    .column('device')
    .execute()
}

/** For SQLite, reading the main table as well costs less than an index. */
const indexAbsentRows = (database: Kysely<unknown>): Promise<void> =>
  onDatabase(database, {
    sqlite: () => Promise.resolve(),
    postgres: async () => {
      for (const layout of [deviceLayout, computerLayout]) {
        const table = layout.table('fleet_device')
        await sql.raw(`create index ${table}_absent on ${table} (id) where ${absentRows(layout)}`).execute(database)
      }
    },
  })

export const fleetMigrations: Record<string, Migration> = {
  console_060_fleet: {
    up: async (database: Kysely<unknown>) => {
      await addTables(database, deviceLayout)
      await addEntriesAndChanges(database, deviceLayout)
    },
  },
  console_064_fleet_annotation: {
    up: async (database: Kysely<unknown>) => {
      await addAnnotated(database, deviceLayout)
      // Reading them again adds the identifiers.
      await sql`update fleet_device set is_changed = 1, failures = 0 where gone_at = 0`.execute(database)
    },
  },
  console_067_fleet_computer: {
    up: async (database: Kysely<unknown>) => {
      await addTables(database, computerLayout)
      await database.schema
        .alterTable(computerLayout.table('fleet_device'))
        .addColumn('tried_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      await addEntriesAndChanges(database, computerLayout)
    },
  },
  console_068_stated_lists: {
    up: async (database: Kysely<unknown>) => {
      for (const column of ['app_stated', 'volume_stated'])
        await sql`alter table fleet_computer add column ${sql.ref(column)} smallint not null default 0`.execute(
          database,
        )
      // Reading them again fills the new columns.
      await sql`update fleet_computer set is_changed = 1, failures = 0 where gone_at = 0`.execute(database)
    },
  },
  console_072_fleet_attempts: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .alterTable('fleet_device')
        .addColumn('tried_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      // Records listed again after a 404 were not read any more.
      await sql`update fleet_device set is_changed = 1, failures = 0 where read_at = 0`.execute(database)
    },
  },
  // Serial numbers are stored, so the next pass identifies all computers.
  console_074_computer_annotation: { up: (database: Kysely<unknown>) => addAnnotated(database, computerLayout) },
  console_080_fleet_by_key: {
    up: async (database: Kysely<unknown>) => {
      for (const layout of [deviceLayout, computerLayout])
        for (const table of [...firstTables(layout).slice(1), 'fleet_device_annotation'] as const)
          await storeByKey(database, layout.table(table), 'device')
    },
  },
  console_082_fleet_substrings: {
    up: async (database: Kysely<unknown>) => {
      for (const layout of [deviceLayout, computerLayout])
        await indexSubstringsOfRows(database, layout.table('fleet_device_text'), 'device', 'searched')
    },
  },
  console_084_fleet_further: {
    up: async (database: Kysely<unknown>) => {
      for (const layout of [deviceLayout, computerLayout]) await addFieldColumns(database, laterTable, layout)
      await addCertificates(database)
      // Reading them again fills the new tables.
      await sql`update fleet_device set is_changed = 1, failures = 0 where gone_at = 0 and is_changed = 0`.execute(
        database,
      )
      // Rows of computers have some of these fields; another digest lets the next walk take them again.
      await sql`update fleet_computer set listed = '' where gone_at = 0`.execute(database)
    },
  },
  console_085_fleet_tally: {
    up: async (database: Kysely<unknown>) => {
      for (const layout of [deviceLayout, computerLayout]) await keepTally(database, tallyOf(layout))
    },
  },
  console_086_fleet_lists: {
    up: async (database: Kysely<unknown>) => {
      for (const layout of [deviceLayout, computerLayout])
        await database.schema.alterTable(layout.table('fleet_device')).addColumn('lists', 'integer').execute()
    },
  },
  console_087_fleet_absent: { up: indexAbsentRows },
}
