import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '#api/client.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { rowsOf, useServerList } from '#components/lists/use-server-list.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { idOf, nameOf } from '#pages/desktops/computer-facts.ts'
import { paths } from '#paths.ts'
import { Button, Stack } from '#ui/layout/layout.ts'
import type { TableProps } from '#ui/table/table-props.ts'
import { columnLabels, computers, computerSearch } from './computer-search.ts'
import { computerColumns } from './ComputerColumns.tsx'
import { ComputerFilters } from './ComputerFilters.tsx'

type Props = Pick<TableProps<Computer>, 'caption' | 'SelectionActions'>

/** List of all computers, for navigation or selection. */
export function ComputerTable(props: Props) {
  const list = useServerList(computers)
  const { state, show } = list
  const navigate = useNavigate()

  /** Enter opens the computer if exactly one matches. Errors are shown by the list. */
  const openTheOnly = async (text: string) => {
    const wanted = computerSearch.changed(state, { search: text })
    const found = await queryClient.query(rowsOf(computers, wanted)).catch(() => undefined)
    const [computer] = found?.rows ?? []
    if (computer && found?.rows.length === 1 && text.trim() !== '') await navigate(paths.computer(idOf(computer)))
  }
  return (
    <Stack gap="md">
      <ListTable
        filterBar={<ComputerFilters of={list} onEnter={(text) => void openTheOnly(text)} />}
        {...list.table}
        {...props}
        columns={computerColumns}
        rowId={rowIdOf}
        rowHref={hrefOf}
        grid
        nothing={{
          one: 'computer',
          many: 'computers',
          hint: 'Computers appear here after the server discovers them in a domain or office. See Settings, Connections for the connected servers.',
          unmatched: { actions: state.search.trim() !== '' && elsewhere(state.in, (column) => show({ in: column })) },
        }}
      />
    </Stack>
  )
}

/** Row key; the name if a computer has no id. */
const rowIdOf = (computer: Computer) => idOf(computer) || nameOf(computer)
const hrefOf = (computer: Computer) => paths.computer(idOf(computer))

const tried = ['resource_name', 'agent_logged_on_users', 'owner', 'ip_address'] as const

/** Suggests searching other columns, because the server searches one column at a time. */
const elsewhere = (searched: string, onChoose: (column: (typeof tried)[number]) => void): ReactNode =>
  tried
    .filter((column) => column !== searched)
    .map((column) => (
      <Button key={column} variant="default" size="xs" onClick={() => onChoose(column)}>
        Search in {columnLabels[column]}
      </Button>
    ))
