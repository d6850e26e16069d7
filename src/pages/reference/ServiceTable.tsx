import { ActionLink } from '#components/actions/ActionLink.tsx'
import { listAddress, oneOf, searchText } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { TableProps } from '#ui/table/table-props.ts'
import { type Service, serviceLabels, services } from './reference-rows.ts'
import classes from './Reference.module.css'

type Props<T> = Pick<TableProps<T>, 'caption' | 'columns' | 'rowId'> & {
  /** Singular noun of a row: "operation". */
  one: string
  placeholder: string
  rowsMatching: (service: Service, search: string) => T[]
}

const shown = listAddress({ search: searchText, service: oneOf('all', services) })

/** Searchable table with a filter by service. */
export function ServiceTable<T>({ one, placeholder, rowsMatching, ...table }: Props<T>) {
  const { state, show } = useListState(shown)
  const { search, service: chosen } = state
  return (
    <div className={classes.operations}>
      <DataTable
        {...table}
        filterBar={
          <>
            <SearchField
              label="Search"
              placeholder={placeholder}
              value={search}
              onChange={(text) => show({ search: text }, true)}
            />
            <FilterTabs
              label="Service"
              value={chosen}
              onChange={(name) => show({ service: name }, true)}
              options={services.map((name) => ({
                value: name,
                label: serviceLabels[name],
                count: rowsMatching(name, '').length,
              }))}
            />
          </>
        }
        rows={rowsMatching(chosen, search)}
        empty={
          <Empty
            title={`No matching ${one}s`}
            hint={`No ${one} under “${serviceLabels[chosen]}” contains “${search}”.`}
            action={
              <ActionLink size="xs" to="?" replace>
                Show all
              </ActionLink>
            }
          />
        }
      />
    </div>
  )
}
