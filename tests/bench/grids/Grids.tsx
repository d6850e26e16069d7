// Pages of their own, built as the product is built: the table of the console, and react-data-grid.
import { useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { DataGrid, type SortColumn } from 'react-data-grid'
import 'react-data-grid/lib/styles.css'
import { DataTable } from '#ui/table/DataTable.tsx'
import { InRouter } from '../../ui/InRouter.tsx'
import { columnNames, matching, type Row, rowsOf } from './rows.ts'

const rows = rowsOf(10_000)
const ownColumns = columnNames.map((name) => ({
  id: name,
  header: name,
  cell: (row: Row) => row[name],
  value: (row: Row) => row[name],
  sortable: true,
  width: 140,
}))
const peerColumns = columnNames.map((name) => ({ key: name, name, sortable: true, width: 140 }))
const idOf = ({ id }: Row) => id
const collator = new Intl.Collator('en', { numeric: true })

/** What stands in the field of the page. */
function useSearch() {
  const [text, setText] = useState('')
  useEffect(() => {
    const field = document.querySelector<HTMLInputElement>('#search')
    const read = () => setText(field?.value ?? '')
    field?.addEventListener('input', read)
    return () => field?.removeEventListener('input', read)
  }, [])
  return useMemo(() => matching(rows, text), [text])
}

function OwnGrid() {
  const found = useSearch()
  return <DataTable caption="Devices" rows={found} columns={ownColumns} rowId={idOf} empty="None" grid />
}

function PeerGrid() {
  const found = useSearch()
  const [sorts, setSorts] = useState<readonly SortColumn[]>([])
  const sorted = useMemo(() => {
    const [sort] = sorts
    if (!sort) return found
    const name = sort.columnKey as keyof Row
    const sign = sort.direction === 'ASC' ? 1 : -1
    return found.toSorted((one, other) => sign * collator.compare(one[name], other[name]))
  }, [found, sorts])
  return (
    <DataGrid
      columns={peerColumns}
      rows={sorted}
      rowKeyGetter={idOf}
      sortColumns={sorts}
      onSortColumnsChange={setSorts}
    />
  )
}

const place = document.querySelector('#grid')
document.querySelector('#show')?.addEventListener('click', () => {
  const Grid = location.hash === '#peer' ? PeerGrid : OwnGrid
  if (place) createRoot(place).render(<InRouter>{<Grid />}</InRouter>)
})
