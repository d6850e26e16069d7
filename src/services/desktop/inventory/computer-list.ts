import type { Kysely, Selectable } from 'kysely'
import type { ComputerSort } from '#contract/desktop/computer-fields.ts'
import { isOneOf } from '#platform/database/differences.ts'
import { machineAt } from '#services/demo/computers/machine.ts'
import { pageAnchors } from '#services/lists/page-anchors.ts'
import { placesIn } from '#services/lists/places.ts'
import type { RememberUntilChange } from './changes.ts'
import {
  type ComputerFilter,
  countMatching,
  smallResultLimit,
  matching,
  nameOf,
  readyFilter,
} from './computer-filter.ts'
import type { MachineWithState } from './computer-row.ts'
import { type InventoryTables, sortColumn } from './tables.ts'

export type ComputerWindow = { sort: ComputerSort; descending: boolean; limit: number; offset: number }

/** The list of computers with filters, sorting and paging. */
export function computerList(db: Kysely<InventoryTables>, untilChange: RememberUntilChange, few = smallResultLimit) {
  return async (
    filter: ComputerFilter,
    window: ComputerWindow,
  ): Promise<{ rows: MachineWithState[]; total: number }> => {
    const remember = await untilChange()
    const name = nameOf(filter)
    const ready = await readyFilter(db, filter, remember, few)
    const total = await remember(`count ${name}`, () => countMatching(db, ready))
    const order = `${window.sort} ${window.descending}`
    const marks = await remember(`page anchors ${name} ${order}`, () => Promise.resolve(pageAnchors()))
    const rows = { table: 'desktop', column: sortColumn(window.sort), where: matching(db, ready), total }
    const places = await placesIn(db, rows, window, marks)
    const last = places.at(-1)
    if (last) marks.add(window.offset + places.length, last)
    return {
      rows: await machinesWithState(
        db,
        places.map(({ pk }) => pk),
      ),
      total,
    }
  }
}

/** Computers by key, in the order of the keys. */
export async function machinesWithState(
  db: Kysely<InventoryTables>,
  keys: readonly number[],
): Promise<MachineWithState[]> {
  const rows = await db
    .selectFrom('desktop')
    .innerJoin('estate', (join) => join.onTrue())
    .selectAll('desktop')
    .select('estate.seeded_at')
    .where((eb) => isOneOf(db, eb.ref('desktop.pk'), keys))
    .execute()
  const byKey = new Map(rows.map((row) => [row.pk, knownOf(row)]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

const knownOf = (row: Selectable<InventoryTables['desktop']> & { seeded_at: number }): MachineWithState => ({
  machine: machineAt(row.pk - 1),
  state: row,
  seededAt: row.seeded_at,
})
