import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { queryHref } from '#components/fleet/query-href.ts'
import { SiteCatalog, useCatalog, useSiteCatalog } from '#components/fleet/use-catalog.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { serverPage, useListState } from '#components/lists/use-list-state.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { type FleetState, getFleetState, queryDevices } from '#contract/fleet/fleet-endpoints.ts'
import { csvText } from '#contract/csv.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import { parseQuery, printQuery } from '#contract/fleet/query-line.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { leavesOutRemoved } from '#contract/fleet/removed.ts'
import { paths } from '#paths.ts'
import { deviceCount } from '#pages/devices/device-count.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { later } from '#ui/layout/later.ts'
import { Anchor, Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'
import { IconPlus, IconX } from '#ui/theme/icons.ts'
import { ConditionChips } from './ConditionChips.tsx'
import { ConditionForm } from './ConditionForm.tsx'
import { CountBy } from './CountBy.tsx'
import { FieldChoice } from './FieldChoice.tsx'
import { IndexState } from './IndexState.tsx'
import { columnsIn, maxRows, queryAddress, type QueryState } from './query-address.ts'
import { queryColumns, type Row } from './query-columns.ts'
import classes from './Query.module.css'
import { QueryLine } from './QueryLine.tsx'

const stateEveryMs = 10_000
/** Whoever waits for the server to be back sees it soon. */
const troubleEveryMs = 3000

export function Component() {
  const catalog = useSiteCatalog()
  return (
    <Page
      title="Query"
      actions={
        <Anchor component={Link} size="sm" underline="always" to={paths.queryLanguage}>
          Query language
        </Anchor>
      }
    >
      <AreaTabs>
        {catalog ? (
          <SiteCatalog value={catalog}>
            <Query />
          </SiteCatalog>
        ) : (
          <Loading lines={4} />
        )}
      </AreaTabs>
    </Page>
  )
}

const everyMs = ({ state: { data } }: { state: { data: FleetState | undefined } }) =>
  data?.state === 'failing' ? troubleEveryMs : stateEveryMs

function Query() {
  const catalog = useCatalog()
  const list = useListState(queryAddress)
  const { state, show } = list
  const fleet = useQuery({ ...query(getFleetState, {}), refetchInterval: everyMs })
  const read = parseQuery(state.query, catalog)
  const conditions = 'conditions' in read ? read.conditions : undefined
  const onConditions = (next: readonly Condition[]) => show({ query: printQuery(next, catalog) })
  const isFilled = fleet.data !== undefined && fleet.data.state !== 'no-credential'
  const isFilling = fleet.data?.state === 'reading' || (fleet.data?.detailed ?? 0) < (fleet.data?.devices ?? 0)
  return (
    <Stack gap="md">
      {fleet.error && !fleet.data && <PartProblem error={fleet.error} of={getFleetState} onRetry={fleet.refetch} />}
      {fleet.isPending && <Loading lines={1} />}
      {fleet.data && <IndexState state={fleet.data} />}
      <QueryLine query={state.query} onQuery={(asked) => show({ query: asked })} />
      {conditions && (
        <Conditions conditions={conditions} query={state.query} onChange={onConditions}>
          {isFilled && <CountChoice list={list} />}
        </Conditions>
      )}
      {conditions && isFilled && <Distribution list={list} conditions={conditions} />}
      {conditions && isFilled && <WithoutRemoved conditions={conditions} />}
      {conditions && isFilled && (
        <Unidentified
          state={fleet.data}
          fields={[
            ...conditions.map(({ field }) => field),
            state.count,
            state.sort.replace('-', ''),
            ...columnsIn(list.address[0], catalog),
          ]}
        />
      )}
      {conditions && isFilled && <Results list={list} isFilling={isFilling} />}
    </Stack>
  )
}

function WithoutRemoved({ conditions }: { conditions: readonly Condition[] }) {
  const catalog = useCatalog()
  if (!leavesOutRemoved(conditions)) return null
  const removed: Condition = { field: 'is_removed', comparison: 'has' }
  return (
    <Text size="xs" c="dimmed" component="p">
      Removed devices are left out.{' '}
      <Anchor component={Link} inherit underline="always" to={queryHref(printQuery([...conditions, removed], catalog))}>
        Show removed devices
      </Anchor>
    </Text>
  )
}

/** What people keep is found only of devices that have been read since the console identifies them. */
function Unidentified({
  state: { unidentified = 0 },
  fields,
}: {
  state: FleetState
  fields: readonly (string | undefined)[]
}) {
  const catalog = useCatalog()
  const isKept = fields.some((name = '') => catalog.get(name)?.kept !== undefined)
  if (!isKept || unidentified === 0) return null
  return (
    <Notice tone="warn" title={`Owner, tags, notes and own fields of ${deviceCount(unidentified)} are not found yet`}>
      <Text size="sm">
        The console was updated and reads every device once more. Until then, results and counts that use these fields
        are incomplete.
      </Text>
    </Notice>
  )
}

type ConditionsProps = {
  conditions: readonly Condition[]
  query: string
  onChange: (conditions: readonly Condition[]) => void
  children: ReactNode
}

function Conditions({ conditions, query: among, onChange, children }: ConditionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Stack gap="xs">
      <div className={classes.conditions}>
        <ConditionChips conditions={conditions} onChange={onChange} />
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Add condition
        </Button>
        {children}
      </div>
      {isOpen && <ConditionForm query={among} onAdd={(one) => onChange([...conditions, one])} />}
    </Stack>
  )
}

/** By which field the devices are counted. */
function CountChoice({ list: { state, show } }: { list: QueryState }) {
  const catalog = useCatalog()
  return (
    <div className={classes.count}>
      <FieldChoice
        label="Count by"
        hasHiddenLabel
        placeholder="Count by …"
        chosen={catalog.get(state.count)}
        onChoose={({ name }) => show({ count: name }, true)}
      />
    </div>
  )
}

function Distribution({ list, conditions }: { list: QueryState; conditions: readonly Condition[] }) {
  const { state, show } = list
  const field = useCatalog().get(state.count)
  if (!field) return null
  return (
    <Panel
      title={`By ${field.label}`}
      actions={
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => show({ count: '' }, true)}
        >
          Close
        </Button>
      }
    >
      <CountBy conditions={conditions} field={field} />
    </Panel>
  )
}

const none: Row[] = []

const DeviceSelection = later(async () => (await import('#pages/devices/list/DeviceSelection.tsx')).DeviceSelection)

/** What decides whether a command can be sent to a device, and how it is named: asked for with any columns. */
const factColumns = [
  'user_name',
  'serial_number',
  'managed_status',
  'platform_type',
  'owned_by',
  'is_lost_mode_enabled',
  'os_version',
]

const deviceOf = ({ device_id, device_name, values }: Row) =>
  ({
    ...Object.fromEntries(factColumns.map((name) => [name, values[name] ?? undefined])),
    device_id,
    device_name,
  }) as DeviceSummary

function Chosen({ withRows, ...selected }: Selected<Row>) {
  const [address] = useSearchParams()
  return (
    <Suspense>
      <DeviceSelection
        {...selected}
        source="Query"
        query={queryAddress.read(address).query}
        withRows={(title, use) => withRows(title, (rows) => use(rows.map(deviceOf)))}
      />
    </Suspense>
  )
}

/** `isFilling`: more devices match from minute to minute. */
function Results({ list, isFilling }: { list: QueryState; isFilling: boolean }) {
  const catalog = useCatalog()
  const { state, address } = list
  const [now, changeAddress] = address
  const names = columnsIn(now, catalog)
  const columns = [...new Set([...names, ...factColumns])]
  const input = { query: state.query, columns, ...(state.sort && { sort: state.sort }) }
  const part = (offset: number, limit: number) => ({ ...input, offset, limit })
  const asked = useQuery({
    ...query(queryDevices, part((state.page - 1) * state.size, state.size)),
    placeholderData: keepPreviousData,
    refetchInterval: isFilling && stateEveryMs,
  })
  const addColumn = (name: string) =>
    changeAddress(
      (then) => {
        then.set('columns', ['device_name', ...columnsIn(then, catalog), name].join(','))
        return then
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <ListTable
      name="device query"
      of={queryDevices}
      asked={asked}
      state={list}
      caption="Devices"
      rows={asked.data?.rows ?? none}
      total={asked.data?.total}
      server={serverPage(list)}
      columns={queryColumns(names, catalog)}
      rowId={({ device_id }) => device_id}
      rowHref={({ device_id }) => paths.device(device_id)}
      grid
      SelectionActions={Chosen}
      filterBar={
        <Group gap="xs" className={classes.addColumn}>
          <FieldChoice
            label="Add a column"
            hasHiddenLabel
            placeholder="Add a column"
            among={({ name }) => name !== 'device_name' && !names.includes(name)}
            onChoose={({ name }) => addColumn(name)}
          />
        </Group>
      }
      csv={{
        name: 'device-query',
        endpoint: queryDevices,
        asking: input,
        write: csvText,
        limit: maxRows,
        pageOf: (offset, limit, signal) => call(queryDevices, part(offset, limit), signal),
      }}
      nothing={{ many: 'devices', one: 'device', hint: 'Devices appear here once the console has read them.' }}
    />
  )
}
