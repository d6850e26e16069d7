import { useMemo } from 'react'
import { isFromList } from '#components/devices/cached-device.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { listAddress, oneOf, searchText } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { notReported } from '#components/offered/not-reported.ts'
import { csvText } from '#contract/csv.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import restrictionClasses from '#pages/devices/device/restrictions/DeviceRestrictions.module.css'
import type { Reading } from '#pages/devices/device/restrictions/restriction-rows.ts'
import { Meaning } from '#pages/devices/device/restrictions/RestrictionMeaning.tsx'
import { useValueNotes } from '#components/value-notes/use-value-notes.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import {
  compareFilters,
  type CompareFilter,
  comparedMatching,
  compareRows,
  type CompareRow,
  countsOf,
  hasRestrictions,
} from './compare-rows.ts'

const labels: Record<CompareFilter, string> = {
  all: 'All',
  differ: 'Differences',
  same: 'Identical',
  conflict: 'Sources differ',
}

const shown = listAddress({ search: searchText, show: oneOf('all', compareFilters) })

/** All settings, or only differences. */
export function CompareTable({ left, right }: { left: Device; right: Device }) {
  const { state, show } = useListState(shown)
  const { search, show: filter } = state
  const { noteOn } = useValueNotes()
  const rows = useMemo(() => compareRows(left, right, noteOn), [left, right, noteOn])
  const columns = useMemo(() => columnsFor(nameOf(left), nameOf(right)), [left, right])
  return (
    <Stack gap="sm">
      {!hasRestrictions(left) && <NoRestrictions device={left} />}
      {!hasRestrictions(right) && <NoRestrictions device={right} />}
      <DataTable
        filterBar={
          <>
            <SearchField
              value={search}
              placeholder="Setting, value or meaning"
              onChange={(text) => show({ search: text }, true)}
            />
            <FilterTabs
              label="Show"
              value={filter}
              options={countsOf(rows, search).map(({ filter, count }) => ({
                value: filter,
                label: labels[filter],
                count,
              }))}
              onChange={(filter) => show({ show: filter }, true)}
            />
          </>
        }
        caption="Compare devices"
        rows={comparedMatching(rows, filter, search)}
        columns={columns}
        rowId={({ name }) => name}
        csv={{ name: 'compared-restrictions', write: csvText }}
        empty={<Empty title={search ? 'No matching settings' : `No settings under “${labels[filter]}”`} />}
      />
    </Stack>
  )
}

/** Replaces the comparison if a device reports no restrictions: all settings would be shown as differences. */
const NoRestrictions = ({ device }: { device: Device }) => (
  <Notice
    tone="warn"
    title={
      isFromList(device)
        ? `${notReported} the restrictions of ${nameOf(device)}`
        : `No restrictions are reported for ${nameOf(device)}`
    }
  >
    <span>Its settings are unknown. Differences below show only what the other device reports.</span>
  </Notice>
)

const { text } = columnsOf<CompareRow>({ priority: 1 })

const columnsFor = (left: string, right: string) => [
  text('label', 'Setting', ({ label }) => label, {
    width: '30%',
    sortable: true,
    cell: ({ label, name, note, differs }) => (
      <>
        {label} {differs && <StatusBadge tone="warn">Differs</StatusBadge>}
        <div>
          <code className={restrictionClasses.wire}>{name}</code>
        </div>
        {note && <div className={restrictionClasses.aside}>{note}</div>}
      </>
    ),
  }),
  side('left', left, 'First'),
  side('right', right, 'Second'),
]

const side = (id: 'left' | 'right', name: string, place: string) =>
  text(id, `${place}: ${name.length > longest ? `${name.slice(0, longest)}…` : name}`, (row) => readingsText(row[id]), {
    width: '35%',
    cell: (row) => <Side name={row.name} readings={row[id]} />,
  })

const longest = 40

const readingsText = (readings: readonly Reading[]) =>
  readings.length === 0
    ? 'missing'
    : readings.map(({ raw, meaning, sources }) => `${raw}: ${meaning.text} (${sources.join(', ')})`).join('; ')

/** A value with its meaning and source; two values if the sources differ. */
function Side({ name, readings }: { name: string; readings: readonly Reading[] }) {
  if (readings.length === 0) return <span className={restrictionClasses.missing}>missing</span>
  return (
    <>
      {readings.length > 1 && <StatusBadge tone="warn">Sources differ</StatusBadge>}
      {readings.map((reading) => (
        <div key={reading.raw} className={restrictionClasses.reading}>
          <span>
            <code className={restrictionClasses.wire}>{reading.raw || '(empty)'}</code>{' '}
            <Meaning name={name} reading={reading} />{' '}
            <span className={restrictionClasses.aside}>{reading.sources.join(', ')}</span>
          </span>
        </div>
      ))}
    </>
  )
}
