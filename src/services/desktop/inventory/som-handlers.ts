import type { Kysely } from 'kysely'
import type { ComputerSort } from '#contract/desktop/computer-fields.ts'
import type { somRows } from '#contract/desktop/som.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { offices } from '#services/demo/people/offices.ts'
import type { Handlers } from '#services/router.ts'
import type { RememberUntilChange } from './changes.ts'
import type { computerList } from './computer-list.ts'
import { computerRow } from './computer-row.ts'
import type { InventoryClock } from './inventory-clock.ts'
import { hasComputers } from './has-computers.ts'
import { type ListParameters, shortList, windowOf } from './short-list.ts'
import { byStatus } from './summaries.ts'
import type { InventoryTables } from './tables.ts'
import { begin } from './tasks.ts'

const defaultSort = 'resource_name'

/** Paging and sorting of a list of computers. */
export const computerWindow = (input: ListParameters) => {
  const sort = input.sort ?? defaultSort
  return { ...windowOf(input), sort: sort.replace(/^-/, '') as ComputerSort, descending: sort.startsWith('-') }
}

/** The list of computers, the demo clock, and a cache. */
export type Inventory = {
  list: ReturnType<typeof computerList>
  clock: InventoryClock
  untilChange: RememberUntilChange
}

export function somHandlers(
  db: Kysely<InventoryTables>,
  { list, clock, untilChange }: Inventory,
): Handlers<typeof somRows> {
  const counted = byStatus(db, untilChange)
  return {
    getComputerSummary: async () => {
      await clock.settle()
      const installed = await counted('installation_status')
      const live = await counted('live_status')
      const platform = await counted('os_platform')
      return {
        total_computers: [...installed.values()].reduce((sum, count) => sum + count, 0),
        computer_live_summary: { live: live.get(1) ?? 0, down: live.get(2) ?? 0, unknown: live.get(3) ?? 0 },
        installation_summary: {
          yet_to_install: installed.get(21) ?? 0,
          installed: installed.get(22) ?? 0,
          uninstalled: installed.get(23) ?? 0,
          yet_to_uninstall: installed.get(24) ?? 0,
          failed: installed.get(29) ?? 0,
        },
        computer_by_os: { windows: platform.get(1) ?? 0, mac: platform.get(2) ?? 0, linux: platform.get(3) ?? 0 },
      }
    },

    listComputers: async (input) => {
      await clock.settle()
      const { page, limit, ...window } = computerWindow(input)
      const { rows, total } = await list(input, { ...window, limit })
      return { rows: rows.map(computerRow), total, page, limit }
    },

    listRemoteOffices: async (input) => {
      await clock.settle()
      const total = await counted('office')
      const live = await counted('office', 1)
      const there = (await hasComputers(db)) ? offices : []
      const rows = there.map((office, at) => ({
        branch_office_id: idOf('branchOffice', at),
        branch_office_name: office.name,
        address: office.address,
        ip_range: `10.${office.subnet}.0.0/16`,
        total_computers: total.get(at) ?? 0,
        live_computers: live.get(at) ?? 0,
      }))
      return shortList(rows, input, 'branch_office_name')
    },

    installAgents: async ({ resourceids }) => {
      await clock.settle()
      return { accepted: await begin(db, 'install', resourceids) }
    },
    uninstallAgents: async ({ resourceids }) => {
      await clock.settle()
      return { accepted: await begin(db, 'uninstall', resourceids) }
    },
  }
}
