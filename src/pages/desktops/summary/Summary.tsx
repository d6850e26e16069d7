import { useQuery } from '@tanstack/react-query'
import { prefetch, query } from '#api/query.ts'
import { checkedList, enough } from '#components/desktops/checked-list.ts'
import { listAddress } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useListState } from '#components/lists/use-list-state.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { getInventorySummary } from '#contract/desktop/inventory.ts'
import { getComputerSummary, listComputers, listRemoteOffices } from '#contract/desktop/som.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { officeColumns, officeHref } from './OfficeColumns.tsx'
import { computerTiles, inventoryTiles } from './summary-tiles.ts'
import classes from './Summary.module.css'
import { TileGroup } from '#components/area/Tiles.tsx'

const summary = query(getComputerSummary, {})
const inventory = query(getInventorySummary, {})
/** Only computers with an agent can be stale. */
const silent = checkedList(listComputers, {
  page: 0,
  pagelimit: enough,
  installstatusfilter: ['22'],
  livestatusfilter: ['2'],
})
const maxOffices = 1000
const offices = query(listRemoteOffices, { page: 0, pagelimit: maxOffices })

export const loader = () => {
  for (const one of [summary, inventory, silent, offices]) prefetch(one as typeof summary)
  return null
}

/** Summary counts, each linked to its computers or software. */
export function Component() {
  return (
    <Stack gap="lg">
      <div className={classes.groups} data-stack>
        <ComputerNumbers />
        <InventoryNumbers />
      </div>
      <Offices />
    </Stack>
  )
}

function ComputerNumbers() {
  const { data, error, refetch } = useQuery(summary)
  const { data: quiet } = useQuery(silent)
  if (!data) return error ? <PartProblem error={error} of={getComputerSummary} onRetry={refetch} /> : <Loading />
  return computerTiles(data, quiet?.total).map((group) => <TileGroup key={group.title} {...group} />)
}

function InventoryNumbers() {
  const { data, error, refetch } = useQuery(inventory)
  if (!data) return error ? <PartProblem error={error} of={getInventorySummary} onRetry={refetch} /> : <Loading />
  return inventoryTiles(data).map((group) => <TileGroup key={group.title} {...group} />)
}

/** Sort order and filters are in the table's own URL parameters. */
const officeAddress = listAddress({})

function Offices() {
  const asked = useQuery(offices)
  const state = useListState(officeAddress)
  return (
    <ListTable
      asked={asked}
      of={listRemoteOffices}
      caption="Branch offices"
      rows={asked.data?.rows ?? []}
      rowId={({ branch_office_id: id, branch_office_name: name }) => id ?? name ?? ''}
      rowHref={officeHref}
      columns={officeColumns}
      name="branch-offices"
      state={state}
      exportAs="branch-offices"
      empty={<Empty title="There are no branch offices" />}
    />
  )
}
