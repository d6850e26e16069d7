import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { query } from '#api/query.ts'
import { queryHref } from '#components/fleet/query-href.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { listAddress, oneOf, searchText } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { csvText } from '#contract/csv.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { compareIndexedGroup } from '#contract/fleet/fleet-answers.ts'
import { printQuery } from '#contract/fleet/query-line.ts'
import restrictionClasses from '#pages/devices/device/restrictions/DeviceRestrictions.module.css'
import { deviceCount } from '#pages/devices/device-count.ts'
import { IndexState } from '#components/fleet/IndexState.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Anchor, Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import {
  type GroupFilter,
  groupFilters,
  type GroupRow,
  groupRows,
  groupRowsMatching,
  type ValueCount,
} from './group-rows.ts'
import classes from './IndexedGroup.module.css'

const shown = listAddress({ search: searchText, values: oneOf('unusual', groupFilters) })
const labels: Record<GroupFilter, string> = {
  unusual: 'Differs from most',
  differ: 'Differs from some',
  same: 'Identical',
  all: 'All',
}

/** Compares a device with the members of a group, using the index. Renders nothing without an index. */
export function IndexedGroup({ deviceId, groupId }: { deviceId: string; groupId: string }) {
  const { data } = useQuery(query(compareIndexedGroup, { device_id: deviceId, group_id: groupId }))
  const { state, show } = useListState(shown)
  const rows = useMemo(() => (data ? groupRows(data) : []), [data])
  const columns = useMemo(() => columnsFor(data?.group ?? groupId), [data?.group, groupId])
  // Without a response, the page compares with each member individually.
  if (!data || data.state.state === 'no-credential' || data.state.devices === 0) return null
  if (!data.isRead || data.members === 0)
    return (
      <Text size="sm">
        {data.isRead
          ? 'The device index contains no other members of this group: their records were not indexed yet or do not contain their groups.'
          : 'This device has not been indexed yet.'}
      </Text>
    )
  const { search, values: filter } = state
  return (
    <Stack gap="sm">
      <Text size="sm">
        Values of this device, and how many of {deviceCount(data.members)} in the group have each value, from the device
        index. Select a value to list its devices.
        {data.left !== undefined &&
          ` ${data.left.toLocaleString('en')} apps and profiles that this device and most of the group do not have are not shown.`}
      </Text>
      <IndexState state={data.state} />
      <DataTable
        caption="Compare with group"
        filterBar={
          <>
            <SearchField
              value={search}
              placeholder="Setting, app or value"
              onChange={(text) => show({ search: text }, true)}
            />
            <FilterTabs
              label="Show"
              value={filter}
              options={groupFilters.map((value) => ({
                value,
                label: labels[value],
                count: groupRowsMatching(rows, value, search).length,
              }))}
              onChange={(value) => show({ values: value }, true)}
            />
          </>
        }
        rows={groupRowsMatching(rows, filter, search)}
        columns={columns}
        rowId={({ id }) => id}
        csv={{ name: 'compared-with-group-values', write: csvText }}
        empty={<Empty title={search ? 'No matching settings' : `No settings under “${labels[filter]}”`} />}
      />
    </Stack>
  )
}

const { text, number } = columnsOf<GroupRow>({ sortable: true })

const columnsFor = (group: string) => [
  text('label', 'Setting', ({ label }) => label, {
    width: '28%',
    priority: 1,
    cell: ({ label, what }) => (
      <>
        {label}
        <div>
          <code className={restrictionClasses.wire}>{what}</code>
        </div>
      </>
    ),
  }),
  text('own', 'This device', ({ own }) => own, { width: '22%', priority: 1 }),
  number('same', 'Same', ({ same }) => same, { width: '12%', priority: 2 }),
  text('values', 'Group', ({ values }) => values.map(said).join(', '), {
    width: '38%',
    priority: 1,
    sortable: false,
    cell: (row) => <Values row={row} group={group} />,
  }),
]

const said = ({ text: value, count }: ValueCount) => `${value}: ${count.toLocaleString('en')}`

const shownMost = 4

function Values({ row: { values, counted }, group }: { row: GroupRow; group: string }) {
  const inGroup: Condition = { field: 'group', comparison: 'is', value: group }
  const linkTo = (...conditions: Condition[]) => queryHref(printQuery([inGroup, ...conditions], deviceCatalog))
  return (
    <ul className={classes.values}>
      {values.slice(0, shownMost).map((one) => (
        <li key={one.text}>
          <Anchor component={Link} inherit to={linkTo(one.finds)}>
            {said(one)}
          </Anchor>
        </li>
      ))}
      {values.length > shownMost && counted !== undefined && (
        <li>
          <Anchor
            component={Link}
            inherit
            underline="always"
            to={`${linkTo()}&${new URLSearchParams({ count: counted })}`}
          >
            All values
          </Anchor>
        </li>
      )}
    </ul>
  )
}
