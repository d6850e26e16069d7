import { queryClient } from '#api/client.ts'
import { type AskedList, askList } from '#components/desktops/asked-list.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { listInventoryComputers } from '#contract/desktop/inventory.ts'
import { computerSearch, type ComputerSearch, toComputersInput } from '#pages/desktops/computers/computer-search.ts'
import { exportLimit, partOf } from '#pages/desktops/server-list.ts'
import { ignoresItem, type Listed } from './ignores-item.ts'

/** The computers that have this software or hardware, as a list that the server pages. */
export const computersWith = (
  name: string,
  listed: Listed,
  id: string,
): ServerList<typeof listInventoryComputers, ComputerSearch> => ({
  name,
  endpoint: listInventoryComputers,
  address: computerSearch,
  input: (search) => ({ ...toComputersInput(search), [listed.parameter]: id }),
  part: partOf,
  ask: (endpoint, input, signal) => askHolders(listed, id, { endpoint, input, signal }),
  exportLimit,
})

type Asking<E extends Endpoint> = { endpoint: E; input: Input<E>; signal: AbortSignal | undefined }

/** Computers that have something else are not counted as those that have this. */
async function askHolders<E extends Endpoint>(listed: Listed, id: string, { endpoint, input, signal }: Asking<E>) {
  const [page, isIgnored] = await Promise.all([
    askList(endpoint, input, signal),
    // What the list itself cannot show says it by itself.
    queryClient.query(ignoresItem(listed, id)).catch(() => false),
  ])
  if (!isIgnored) return page
  const unmet = [...new Set([listed.parameter, ...(page.unmet ?? [])])]
  return { ...page, total: undefined, unmet, isCorrected: false } satisfies AskedList<unknown>
}
