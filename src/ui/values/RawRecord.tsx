import { Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { CopyButton } from './CopyButton.tsx'
import { flatRecord, type Leaf } from './flat-record.ts'
import { jsonText } from './json-text.ts'

const columns: Column<Leaf>[] = [
  { id: 'path', header: 'Path', cell: ({ path }) => <code>{path}</code>, value: ({ path }) => path, sortable: true },
  {
    id: 'value',
    header: 'Value',
    cell: ({ value }) => <code>{value}</code>,
    value: ({ value }) => value,
    sortable: true,
    width: '55%',
  },
]

/** The unprocessed record: its paths and values in a searchable table, and the JSON to copy. */
export function RawRecord({ value, filename }: { value: unknown; filename?: string }) {
  const [search, setSearch] = useState('')
  const leaves = useMemo(() => flatRecord(value), [value])
  const text = useMemo(() => jsonText(value), [value])
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = leaves.filter((leaf) => {
    const haystack = `${leaf.path}\n${leaf.value}`.toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
  return (
    <Stack gap="sm">
      <Group>
        <SearchField label="Search the raw record" value={search} onChange={setSearch} />
        <Text component="output" size="sm" c="dimmed">
          {found.length === leaves.length ? `${leaves.length} values` : `${found.length} of ${leaves.length} values`}
        </Text>
        <CopyButton value={text} label={filename ? `Copy ${filename}` : 'Copy JSON'} withText />
      </Group>
      <DataTable
        caption="Raw record"
        rows={found}
        columns={columns}
        rowId={({ path }) => path}
        empty={<Empty title="No path or value matches" />}
      />
    </Stack>
  )
}
