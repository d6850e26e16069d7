import { askList } from '#components/desktops/asked-list.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import { listInventoryComputers } from '#contract/desktop/inventory.ts'
import { computerSearch, type ComputerSearch, toComputersInput } from '#pages/desktops/computers/computer-search.ts'
import { exportLimit, partOf } from '#pages/desktops/server-list.ts'

/** The computers that have this software or hardware, as a list that the server pages. */
export const computersWith = (
  name: string,
  what: { swid: string } | { hwid: string },
): ServerList<typeof listInventoryComputers, ComputerSearch> => ({
  name,
  endpoint: listInventoryComputers,
  address: computerSearch,
  input: (search) => ({ ...toComputersInput(search), ...what }),
  part: partOf,
  ask: askList,
  exportLimit,
})
