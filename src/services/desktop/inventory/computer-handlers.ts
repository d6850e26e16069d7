import type { Kysely } from 'kysely'
import type { serverRows } from '#contract/desktop/server.ts'
import { idOf, type IdKind } from '#services/demo/people/identifiers.ts'
import { offices } from '#services/demo/people/offices.ts'
import { domains } from '#services/desktop/accounts.ts'
import type { Handlers } from '#services/router.ts'
import { rememberUntilChange } from './changes.ts'
import { computerList } from './computer-list.ts'
import type { InventoryClock } from './inventory-clock.ts'
import { hasComputers } from './has-computers.ts'
import { inventoryHandlers } from './inventory-handlers.ts'
import { softwareHandlers } from './software-handlers.ts'
import { somHandlers } from './som-handlers.ts'
import type { InventoryTables } from './tables.ts'

/** Handlers of computers and their inventory. */
export function computerHandlers(db: Kysely<InventoryTables>, clock: InventoryClock) {
  const untilChange = rememberUntilChange(db)
  const estate = { list: computerList(db, untilChange), clock, untilChange }
  return {
    ...somHandlers(db, estate),
    ...inventoryHandlers(db, estate),
    ...softwareHandlers(db, clock),
    ...serverHandlers(db),
  }
}

const customGroups = ['Pilot group', 'Finance', 'Warehouse', 'Meeting rooms']
const named = (kind: IdKind, names: readonly string[]) =>
  names.map((name, at) => ({ resource_id: idOf(kind, at), name }))

const serverHandlers = (db: Kysely<InventoryTables>): Handlers<typeof serverRows> => ({
  getServerProperties: async () => {
    const there = await hasComputers(db)
    return {
      domains: named('directoryDomain', there ? domains : []),
      branch_offices: named('branchOffice', there ? offices.map(({ name }) => name) : []),
      custom_groups: named('customGroup', there ? customGroups : []),
    }
  },
})
