import { ListTable } from '#components/lists/ListTable.tsx'
import type { useServerList } from '#components/lists/use-server-list.ts'
import type { InventoryComputer } from '#contract/desktop/computer-fields.ts'
import type { listInventoryComputers } from '#contract/desktop/inventory.ts'
import { idOf, nameOf } from '#pages/desktops/computer-facts.ts'
import { ComputerFilters } from '#pages/desktops/computers/ComputerFilters.tsx'
import type { ComputerSearch } from '#pages/desktops/computers/computer-search.ts'
import { holderColumns } from './HolderColumns.tsx'

type Props = {
  list: ReturnType<typeof useServerList<typeof listInventoryComputers, ComputerSearch>>
  /** Noun for the item: `software` or `hardware`. */
  what: string
  /** Link target of a row. */
  rowHref: (id: string) => string
}

/** Computers on which a scan found an item. */
export const HolderTable = ({ list, what, rowHref }: Props) => (
  <ListTable
    filterBar={<ComputerFilters of={list} />}
    {...list.table}
    caption={`Computers with this ${what}`}
    columns={holderColumns}
    rowId={rowIdOf}
    rowHref={(computer: InventoryComputer) => rowHref(idOf(computer))}
    grid
    nothing={{
      one: 'computer',
      many: `computers with this ${what}`,
      hint: `${what.charAt(0).toUpperCase()}${what.slice(1)} is reported by scans. Computers that have never been scanned are not listed.`,
    }}
  />
)

const rowIdOf = (computer: InventoryComputer) => idOf(computer) || nameOf(computer)
