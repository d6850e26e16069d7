import type { ComponentType } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '#api/client.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import { idOf, nameOf } from '#pages/desktops/computer-facts.ts'
import { changed } from '#pages/desktops/list-search.ts'
import { NoRows } from '#pages/desktops/NoRows.tsx'
import { ServerTable } from '#pages/desktops/ServerTable.tsx'
import { addressOf, rowsMatching, useServerList } from '#pages/desktops/use-server-list.ts'
import { paths } from '#paths.ts'
import { Button, Stack } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import { columnLabels, type ComputerSearch, computers, describeFilter } from './computer-search.ts'
import { computerColumns } from './ComputerColumns.tsx'
import { ComputerFilters } from './ComputerFilters.tsx'

type Props = {
  caption: string
  SelectionActions: ComponentType<Selected<Computer>>
}

/** Every computer, to be found, read and chosen from. */
export function ComputerTable({ caption, SelectionActions }: Props) {
  const list = useServerList(computers)
  const { search, show, total } = list
  const navigate = useNavigate()

  /** Enter opens the computer when the text, as typed, leaves exactly one. What goes wrong, the list itself shows. */
  const openTheOnly = async (text: string) => {
    const address = addressOf(computers.codec, changed(search, { search: text }))
    const found = await queryClient.query(rowsMatching(computers, address)).catch(() => undefined)
    const [computer] = found?.rows ?? []
    if (computer && found?.rows.length === 1 && text.trim() !== '') await navigate(paths.computer(idOf(computer)))
  }
  return (
    <Stack gap="md">
      <ComputerFilters search={search} onChange={show} onEnter={(text) => void openTheOnly(text)} />
      <ServerTable
        list={list}
        caption={caption}
        columns={computerColumns}
        rowId={rowIdOf}
        rowHref={hrefOf}
        SelectionActions={SelectionActions}
        empty={
          <NoRows
            search={search}
            total={total}
            onChange={show}
            one="computer"
            many="computers"
            hint="Computers appear here after the server discovers them in a domain or office. See Settings, Connections for the connected servers."
            describe={(name) => describeFilter(search, name)}
            actions={<SearchElsewhere search={search} onChange={show} />}
          />
        }
      />
    </Stack>
  )
}

/** A computer without an id goes by its name. */
const rowIdOf = (computer: Computer) => idOf(computer) || nameOf(computer)
const hrefOf = (computer: Computer) => paths.computer(idOf(computer))

const tried = ['resource_name', 'agent_logged_on_users', 'owner', 'ip_address'] as const

/** The server searches one column at a time: what is no name may be a person. */
function SearchElsewhere({
  search,
  onChange,
}: {
  search: ComputerSearch
  onChange: (change: Partial<ComputerSearch>) => void
}) {
  if (search.search.trim() === '') return null
  return tried
    .filter((column) => column !== search.in)
    .map((column) => (
      <Button key={column} variant="default" size="xs" onClick={() => onChange({ in: column })}>
        Search in {columnLabels[column]}
      </Button>
    ))
}
