import { queryClient } from '#api/client.ts'
import { type CheckedList, callList } from '#components/desktops/checked-list.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { listInventoryComputers } from '#contract/desktop/inventory.ts'
import { computerSearch, type ComputerSearch, toComputersInput } from '#pages/desktops/computers/computer-search.ts'
import { exportLimit, partOf } from '#pages/desktops/server-list.ts'
import { ignoresItem, type Listed } from './ignores-item.ts'

/** Computers with a software or hardware item, as a server-side list. */
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

type PagedRequest<E extends Endpoint> = { endpoint: E; input: Input<E>; signal: AbortSignal | undefined }

/** Detects whether the server ignores the item and returns other computers. */
async function askHolders<E extends Endpoint>(
  listed: Listed,
  id: string,
  { endpoint, input, signal }: PagedRequest<E>,
) {
  const [page, isIgnored] = await Promise.all([
    callList(endpoint, input, signal),
    // An error of this check is not shown: the list reports its own.
    queryClient.query(ignoresItem(listed, id)).catch(() => false),
  ])
  if (!isIgnored) return page
  // What was sorted and filtered here is correct within the unfiltered list.
  const left = page.isCorrected ? [] : (page.unmet ?? [])
  const unmet = [...new Set([listed.parameter, ...left])]
  return { ...page, total: undefined, unmet, isCorrected: false } satisfies CheckedList<unknown>
}
