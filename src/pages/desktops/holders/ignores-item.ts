import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import type { InventoryComputer } from '#contract/desktop/computer-fields.ts'
import { type listHardware, listInventoryComputers } from '#contract/desktop/inventory.ts'
import type { listSoftware } from '#contract/desktop/software.ts'
import type { Page } from '#contract/page.ts'
import { idOf } from '#pages/desktops/computer-facts.ts'

/** What scans find on computers, and which parameter names one of them. */
export type Listed = { endpoint: typeof listSoftware | typeof listHardware; parameter: 'swid' | 'hwid' }

type Row = {
  software_id?: string
  hardware_id?: string
  managed_installations?: number
  network_installations?: number
}
/** `found`: on so many computers at most; unknown where the list does not tell. */
type Item = { id: string; found: number }

const asked = 25

/** With how many computers a server answers, and which come first. */
async function answerTo({ parameter }: Listed, id: string, signal: AbortSignal) {
  const input = { [parameter]: id, page: 0, pagelimit: asked }
  const { rows, total } = (await call(listInventoryComputers, input, signal)) as Page<InventoryComputer>
  return { count: total ?? rows.length, first: rows.map(idOf).join(' ') }
}

/** The beginning of its list. Those without a number prove nothing. */
async function itemsOf({ endpoint }: Listed): Promise<Item[]> {
  const { rows } = (await queryClient.query(query(endpoint, { page: 0, pagelimit: asked }))) as Page<Row>
  return rows.flatMap(({ software_id, hardware_id, managed_installations, network_installations = 0 }) => {
    const id = software_id ?? hardware_id
    return id === undefined || managed_installations === undefined
      ? []
      : [{ id, found: managed_installations + network_installations }]
  })
}

/**
 * Whether a server answers with the same computers whichever software or hardware is meant. Another one of its own list
 * is asked for, which no server refuses; and that more computers are answered than its list has found of it shows that
 * the answers are not alike because the same computers have both.
 */
export const ignoresItem = (listed: Listed, own: string) =>
  queryOptions({
    queryKey: [listInventoryComputers.id, 'ignores', listed.parameter] as const,
    queryFn: async ({ signal }) => {
      const items = await itemsOf(listed)
      const [other] = items.filter(({ id }) => id !== own).toSorted((a, b) => a.found - b.found)
      if (!other) return false
      const [ofOwn, ofOther] = await Promise.all([answerTo(listed, own, signal), answerTo(listed, other.id, signal)])
      const isSame = ofOwn.count === ofOther.count && ofOwn.first === ofOther.first
      const found = Math.min(other.found, items.find(({ id }) => id === own)?.found ?? Infinity)
      return isSame && ofOwn.count > found
    },
    staleTime: 10 * 60_000,
  })
