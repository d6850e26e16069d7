import { type ReactNode, useMemo } from 'react'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { isFromList } from '#components/devices/cached-device.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { listAddress, oneOf, searchText } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import type { Device } from '#contract/mdm/devices.ts'
import { meaningNotDefined } from '#contract/mdm/restriction-legend.ts'
import { useDevice } from '#pages/devices/device-query.ts'
import { textOf } from '#contract/words/value-text.ts'
import { useValueNotes } from '#components/value-notes/use-value-notes.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import classes from './DeviceRestrictions.module.css'
import {
  countsOf,
  differ,
  filters,
  type Reading,
  type RestrictionFilter,
  type RestrictionRow,
  restrictionRows,
  restrictionsMatching,
} from './restriction-rows.ts'
import { Meaning } from './RestrictionMeaning.tsx'
import { SetBy, UnknownSettings } from './SetBy.tsx'
import { type Setters, useSetters } from './setting-profiles.ts'

const filterLabels: Record<RestrictionFilter, string> = {
  all: 'All',
  allowed: 'Allowed',
  restricted: 'Restricted',
  other: 'Other',
  undefined: meaningNotDefined,
  missing: 'Missing',
  differ: 'Sources differ',
}

const shown = listAddress({ search: searchText, show: oneOf('all', filters) })

/** All restriction settings, with their documented meanings. */
export function Component() {
  const device = useDevice()
  const { state, show } = useListState(shown)
  const { search: wanted, show: filter } = state
  const setters = useSetters(device)
  const notes = useValueNotes()
  const rows = useMemo(() => restrictionRows(device, notes.noteOn), [device, notes.noteOn])
  const columns = useMemo(() => columnsWith(setters), [setters])
  if (isFromList(device) && rows.every(({ readings }) => readings.length === 0)) {
    return <NotReported what="the restrictions of this device">The device list does not contain them.</NotReported>
  }
  return (
    <Stack gap="sm">
      <DataTable
        filterBar={
          <>
            <SearchField
              label="Search"
              placeholder="Setting, value or meaning"
              value={wanted}
              onChange={(text) => show({ search: text }, true)}
            />
            <FilterTabs
              label="Show"
              value={filter}
              onChange={(filter) => show({ show: filter }, true)}
              options={countsOf(rows, wanted).map(({ filter, count }) => ({
                value: filter,
                label: filterLabels[filter],
                count,
              }))}
            />
          </>
        }
        caption="Restrictions"
        rows={restrictionsMatching(rows, filter, wanted)}
        columns={columns}
        rowId={({ name }) => name}
        empty={
          <Empty
            title="No matching settings"
            hint={
              wanted
                ? `No setting under “${filterLabels[filter]}” contains “${wanted}”.`
                : `No settings under “${filterLabels[filter]}”.`
            }
            action={
              <ActionLink size="xs" to="?" replace>
                Show all
              </ActionLink>
            }
          />
        }
      />
      <UnknownSettings setters={setters} />
      <QueryProblem error={notes.error} refetch={notes.refetch} />
      <VendorObject device={device} />
    </Stack>
  )
}

/** Metadata of the vendor object. */
function VendorObject({ device }: { device: Device }) {
  const { resource_id, scope } = device.vendor_restricions ?? {}
  const facts = Object.entries({ resource_id, scope }).filter(([, value]) => value !== undefined)
  if (facts.length === 0) return null
  return (
    <Text size="xs" c="dimmed">
      vendor_restricions: {facts.map(([name, value]) => `${name} ${textOf(value)}`).join(', ')}
    </Text>
  )
}

const first = ({ readings }: RestrictionRow) => readings[0]

const { text } = columnsOf<RestrictionRow>({ priority: 1, sortable: true })

const columnsWith = (setters: Setters) => [
  text('label', 'Setting', ({ label }) => label, {
    width: '20%',
    cell: (row) => (
      <>
        {row.label}
        {row.note && <div className={classes.aside}>{row.note}</div>}
        {differ(row) && (
          <div>
            <StatusBadge tone="warn">Sources differ</StatusBadge>
          </div>
        )}
      </>
    ),
  }),
  text('name', 'Field', ({ name }) => name, {
    width: '21%',
    priority: 2,
    cell: ({ name }) => <code className={classes.wire}>{name}</code>,
  }),
  text('value', 'Value', (row) => first(row)?.raw ?? '', {
    width: '8%',
    cell: (row) => <Readings row={row} show={({ raw }) => <code className={classes.wire}>{raw || '(empty)'}</code>} />,
  }),
  text('meaning', 'Meaning', (row) => meaningText(first(row)), {
    width: '23%',
    cell: (row) => <Readings row={row} show={(reading) => <Meaning name={row.name} reading={reading} />} />,
  }),
  text('source', 'Source', (row) => (differ(row) ? '0' : '1') + (first(row)?.sources.join() ?? ''), {
    width: '11%',
    cell: (row) => (
      <Readings row={row} show={({ sources }) => <span className={classes.aside}>{sources.join(', ')}</span>} />
    ),
  }),
  ...(setters.isTold || setters.waiting ? [setBy(setters)] : []),
]

const setBy = (setters: Setters) =>
  text(
    'profile',
    'Set by profile',
    ({ name }) =>
      setters
        .of(name)
        .map(({ name }) => name)
        .join(', '),
    { width: '17%', cell: (row) => <SetBy row={row} setters={setters} /> },
  )

/** Meaning for exports: a note includes its author. */
const meaningText = (reading: Reading | undefined) =>
  reading?.note
    ? `${reading.meaning.text}; note by ${reading.note.by}: ${reading.note.note}`
    : (reading?.meaning.text ?? '')

/** One line per reading; two if the sources differ. */
function Readings({ row, show }: { row: RestrictionRow; show: (reading: Reading) => ReactNode }) {
  if (row.readings.length === 0) return <span className={classes.missing}>missing</span>
  return row.readings.map((reading) => (
    <div key={reading.raw} className={classes.reading}>
      {show(reading)}
    </div>
  ))
}
