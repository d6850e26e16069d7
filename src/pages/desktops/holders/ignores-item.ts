import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import type { InventoryComputer } from '#contract/desktop/computer-fields.ts'
import { type listHardware, listInventoryComputers } from '#contract/desktop/inventory.ts'
import type { listSoftware } from '#contract/desktop/software.ts'
import type { Page } from '#contract/page.ts'
import { idOf } from '#pages/desktops/computer-facts.ts'

/** Inventory list, and the parameter that selects one of its items. */
export type Listed = { endpoint: typeof listSoftware | typeof listHardware; parameter: 'swid' | 'hwid' }

type Row = {
  software_id?: string
  hardware_id?: string
  managed_installations?: number
  network_installations?: number
}
/** `found`: maximum number of computers with the item. */
type Item = { id: string; found: number }

const asked = 25

/** Number of computers in the response, and the ids of the first page. */
async function answerTo({ parameter }: Listed, id: string, signal: AbortSignal) {
  const input = { [parameter]: id, page: 0, pagelimit: asked }
  const { rows, total } = (await call(listInventoryComputers, input, signal)) as Page<InventoryComputer>
  return { count: total ?? rows.length, first: rows.map(idOf).join(' ') }
}

/** First page of the list, without items whose number of computers is unknown. */
async function itemsOf({ endpoint }: Listed): Promise<Item[]> {
  const { rows } = (await queryClient.query(query(endpoint, { page: 0, pagelimit: asked }))) as Page<Row>
  return rows.flatMap(({ software_id, hardware_id, managed_installations, network_installations = 0 }) => {
    const id = software_id ?? hardware_id
    return id === undefined || managed_installations === undefined
      ? []
      : [{ id, found: managed_installations + network_installations }]
  })
}

/** Where items cannot be compared: a server that ignores the parameter returns computers for an item that none has. */
const noItem = '987654321987654321'
const findsAnything = (listed: Listed, signal: AbortSignal) =>
  answerTo(listed, noItem, signal).then(
    ({ count }) => count > 0,
    () => false, // the server may reject the ID
  )

/**
 * Whether a server ignores the item parameter. Compares the response with that of another item: identical computers,
 * and more than the list counts for an item, mean that the parameter is ignored.
 */
export const ignoresItem = (listed: Listed, own: string) =>
  queryOptions({
    queryKey: [listInventoryComputers.id, 'ignores', listed.parameter] as const,
    queryFn: async ({ signal }) => {
      const items = await itemsOf(listed)
      const [other] = items.filter(({ id }) => id !== own).toSorted((a, b) => a.found - b.found)
      if (!other) return findsAnything(listed, signal)
      const [ofOwn, ofOther] = await Promise.all([answerTo(listed, own, signal), answerTo(listed, other.id, signal)])
      const isSame = ofOwn.count === ofOther.count && ofOwn.first === ofOther.first
      const found = Math.min(other.found, items.find(({ id }) => id === own)?.found ?? Infinity)
      return isSame && ofOwn.count > found
    },
    staleTime: 10 * 60_000,
  })
