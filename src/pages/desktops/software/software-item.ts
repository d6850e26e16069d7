import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { type QueryMeta, queryClient } from '#api/client.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import type { Software } from '#contract/desktop/inventory-fields.ts'
import { listInventoryComputers } from '#contract/desktop/inventory.ts'
import { pageSize } from '#contract/desktop/list.ts'
import { listSoftware } from '#contract/desktop/software.ts'
import type { Output } from '#contract/endpoint.ts'
import { computerSearch, type ComputerSearch, toComputersInput } from '#pages/desktops/computers/computer-search.ts'
import { exportLimit, partOf } from '#pages/desktops/server-list.ts'

/** The computers that have this software, as a list that the server pages. */
export const holdersOf = (swid: string): ServerList<typeof listInventoryComputers, ComputerSearch> => ({
  name: 'computers-with-software',
  endpoint: listInventoryComputers,
  address: computerSearch,
  input: (search) => ({ ...toComputersInput(search), swid }),
  part: partOf,
  exportLimit,
})

const mostPages = 20

/** No row answers one software by its id: it is looked for in the lists seen so far, then page by page. */
export const softwareItemQuery = (id: string) =>
  queryOptions({
    queryKey: ['desktop.software item', id],
    queryFn: async ({ signal }) => seen(id) ?? (await walkTo(id, signal)),
    meta: { reads: listSoftware.reads } satisfies QueryMeta,
  })

const isIt = (id: string) => (row: Software) => row.software_id === id

const seen = (id: string) =>
  queryClient
    .getQueriesData<Output<typeof listSoftware>>({ queryKey: [listSoftware.id] })
    .flatMap(([, page]) => page?.rows ?? [])
    .find(isIt(id))

async function walkTo(id: string, signal: AbortSignal): Promise<Software | null> {
  for (let page = 0; page < mostPages; page++) {
    // oxlint-disable-next-line no-await-in-loop -- the next page is needed only where this one does not have it
    const { rows } = await call(listSoftware, { page, pagelimit: pageSize.max }, signal)
    const found = rows.find(isIt(id))
    if (found) return found
    if (rows.length < pageSize.max) return null
  }
  return null
}
