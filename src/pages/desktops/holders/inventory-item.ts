import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { type QueryMeta, queryClient } from '#api/client.ts'
import type { listHardware } from '#contract/desktop/inventory.ts'
import { pageSize } from '#contract/desktop/list.ts'
import type { listSoftware } from '#contract/desktop/software.ts'
import type { Page } from '#contract/page.ts'

type Listed = typeof listSoftware | typeof listHardware

const maxPages = 20

/** An item by id, for which there is no operation: searches the loaded lists, then page by page. */
export const inventoryItem = <Row>(endpoint: Listed, id: string, isIt: (row: Row) => boolean) => {
  const seen = () =>
    queryClient
      .getQueriesData<Page<Row>>({ queryKey: [endpoint.id] })
      .flatMap(([, page]) => page?.rows ?? [])
      .find(isIt)
  const walk = async (signal: AbortSignal): Promise<Row | null> => {
    for (let page = 0; page < maxPages; page++) {
      // oxlint-disable-next-line no-await-in-loop -- the next page is needed only if this one does not contain the item
      const { rows } = (await call(endpoint, { page, pagelimit: pageSize.max }, signal)) as Page<Row>
      const found = rows.find(isIt)
      if (found) return found
      if (rows.length < pageSize.max) return null
    }
    return null
  }
  return queryOptions({
    queryKey: [`${endpoint.id} item`, id],
    queryFn: async ({ signal }) => seen() ?? (await walk(signal)),
    meta: { reads: endpoint.reads } satisfies QueryMeta,
  })
}
