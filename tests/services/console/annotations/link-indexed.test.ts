// A note and a record of the same thing that are written in the same moment, on PostgreSQL: SQLite has one writer.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { openDatabase } from '#platform/database/open.ts'
import { changeCells } from '#services/console/annotations/change-cells.ts'
import { computerSubject } from '#services/console/fleet/computer-subject.ts'
import { fleetStore, storeOf } from '#services/console/fleet/fleet-store.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'

const site = 'test'
const walk = { walk: 1, isDelta: false, at: 1 }

async function database(name: string) {
  const url = await (await startPostgres()).createDatabase(name)
  const opened = await openDatabase({ url, folder: '', migrations: consoleMigrations })
  onTestFinished(() => opened.close())
  return opened.db.$extendTables<ConsoleTables>()
}

const things = {
  device: {
    identifiers: identifiersOf.device({ device_id: '7', serial_number: 'SN-7' }),
    tables: ['fleet_identifier', 'fleet_device_annotation'],
  },
  computer: {
    identifiers: identifiersOf.computer({ id: '7', serial: undefined }),
    tables: ['fleet_computers_identifier', 'fleet_computer_annotation'],
  },
} as const

test.skipIf(noPostgres).for(['device', 'computer'] as const)(
  'a note of a %s is found, although the record was read before it was saved',
  async (kind) => {
    const db = await database(`linked_${kind}`)
    const stores = { device: fleetStore(db), computer: storeOf(db, computerSubject) }
    const read = () =>
      kind === 'device'
        ? stores.device.takeRows(site, [{ device_id: '7', device_name: 'Till 7', serial_number: 'SN-7' }], walk)
        : stores.computer.takeRows(site, [{ resource_id: '7', resource_name: 'Till 7' }], walk)
    const { identifiers, tables } = things[kind]
    const [identifier, annotation] = tables as unknown as ['fleet_identifier', 'fleet_device_annotation']
    await stores[kind].note(site, { wanted_at: 1 })
    await read()
    // As after an update of the console: the next walk identifies it.
    await db.deleteFrom(identifier).execute()
    let walked: Promise<void> | undefined
    await db.transaction().execute(async (transaction) => {
      const thing = { subject: '7', label: 'Till 7', identifiers }
      const cells = [{ field: 'note', before: '', after: 'Screen cracked' }]
      await changeCells(transaction, { place: { site, kind }, thing, cells, hand: { by: 'chief' } })
      walked = read()
      // It is done, or waits for the note.
      await Promise.race([walked, pause(1000)])
    })
    await walked
    expect(await db.selectFrom(annotation).select('annotation').execute()).toHaveLength(1)
  },
)
