import { type Kysely, sql } from 'kysely'
import type { Archive } from '#platform/archives/archive.ts'

/** `waiting` until the device makes contact, `running` until it reports. */
export type Step = 'waiting' | 'running'

export type CommandTables = {
  /** Pending commands with the time of their next event; none while the device is kept offline. */
  command_course: {
    number: number
    device_pk: number
    command_pk: number
    action: string
    step: Step
    due_at: number | null
    options: string
  }
  /** Archived commands; `first_id` and `last_id` are keys of `device_command`. */
  device_command_archive: Archive
  /** Changes of a device since seeding: fields merged into its record, and lab controls. */
  device_life: {
    pk: number
    fields: string
    /** 0 while running, 1 until re-applied, otherwise the minute (since the epoch) until which it is paused. */
    kiosk_paused: number
    /** Demo time until which it is switched off. */
    away_until: number | null
    connection: 'online' | 'offline' | null
    fails_next: string | null
    battery: number | null
  }
  /** A single row: speed and progress of the demo clock. */
  world: {
    id: number
    speed: number
    real_at: number
    world_at: number
    commands: number
    turn: number
    enrolled: number
  }
}

/** Demo time starts as real time; see demo-clock.ts. */
export async function createCommandTables(db: Kysely<unknown>) {
  const { schema } = db
  const ofDevice = sql`integer references device(pk) on delete cascade`
  await schema
    .createTable('command_course')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('device_pk', ofDevice, (column) => column.notNull())
    .addColumn('command_pk', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('options', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('command_course_due').on('command_course').columns(['due_at', 'number']).execute()
  await schema.createIndex('command_course_of_device').on('command_course').columns(['device_pk', 'number']).execute()
  await schema
    .createTable('device_life')
    .addColumn('pk', ofDevice, (column) => column.primaryKey())
    .addColumn('fields', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('kiosk_paused', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('away_until', 'bigint')
    .addColumn('connection', 'text')
    .addColumn('fails_next', 'text')
    .addColumn('battery', 'integer')
    .execute()
  await schema
    .createTable('world')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('speed', 'double precision', (column) => column.notNull())
    .addColumn('real_at', 'bigint', (column) => column.notNull())
    .addColumn('world_at', 'bigint', (column) => column.notNull())
    .addColumn('commands', 'bigint', (column) => column.notNull())
    .addColumn('turn', 'bigint', (column) => column.notNull())
    .addColumn('enrolled', 'integer', (column) => column.notNull())
    .execute()
}
