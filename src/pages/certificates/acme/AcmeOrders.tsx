import { ListTable } from '#components/lists/ListTable.tsx'
import { useServerList } from '#components/lists/use-server-list.ts'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { type ordersOf, stateLabels } from './acme-query.ts'
import { orderColumns } from './AcmeColumns.tsx'

const states = [
  { value: '', label: 'Any state' },
  ...Object.entries(stateLabels).map(([value, label]) => ({ value, label })),
]

/** ACME orders with their authorizations, newest first. */
export function AcmeOrders({ list: of }: { list: ReturnType<typeof ordersOf> }) {
  const list = useServerList(of)
  return (
    <ListTable
      {...list.table}
      filterBar={
        <FilterSelect
          label="State"
          value={list.state.status}
          options={states}
          onChange={(status) => list.show({ status } as Partial<typeof list.state>)}
        />
      }
      caption="ACME orders"
      columns={orderColumns}
      rowId={({ order }) => String(order)}
      nothing={{ many: 'orders', one: 'order', hint: 'Orders appear here as soon as a client places one.' }}
    />
  )
}
