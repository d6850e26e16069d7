import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { serverPage, useListState } from '#components/lists/use-list-state.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { csvText } from '#contract/csv.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import { type FleetState, maxQueried } from '#contract/fleet/fleet-endpoints.ts'
import { parseQuery, printQuery } from '#contract/fleet/query-line.ts'
import { leavesOutRemoved } from '#contract/fleet/removed.ts'
import { counted } from '#contract/words/counted.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor, Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'
import { IconPlus, IconX } from '#ui/theme/icons.ts'
import { ConditionChips } from './ConditionChips.tsx'
import { ConditionForm } from './ConditionForm.tsx'
import { CountBy } from './CountBy.tsx'
import { FieldChoice } from './FieldChoice.tsx'
import { IndexState } from './IndexState.tsx'
import { columnsIn, queryAddress, type QueryState } from './query-address.ts'
import { queryHref } from './query-href.ts'
import { queryColumns } from './query-columns.ts'
import { type QueryRow, useQueried } from './query-subject.ts'
import classes from './Query.module.css'
import { QueryLine } from './QueryLine.tsx'
import { untilFilled } from './until-filled.ts'
import { useCatalog } from './use-catalog.ts'

const stateEveryMs = 10_000
/** Shorter interval while updates fail, so that a recovery is shown soon. */
const troubleEveryMs = 3000

const everyMs = ({ state: { data } }: { state: { data: FleetState | undefined } }) =>
  data?.state === 'failing' ? troubleEveryMs : stateEveryMs

type QueryProps = {
  /** Actions on the selected rows. */
  SelectionActions: ComponentType<Selected<QueryRow>>
  /** Fields that the actions require; requested in addition to the visible columns. */
  facts: readonly string[]
  hrefOf: (row: QueryRow) => string
  /** Name of the table and of exported files. */
  name: string
}

/** Query page: query line, conditions, counts and results. Its state is in the URL. */
export function Query(props: QueryProps) {
  const subject = useQueried()
  const { index } = subject
  const catalog = useCatalog()
  const list = useListState(queryAddress)
  const { state, show } = list
  const fleet = useQuery({ ...query(index, {}), refetchInterval: everyMs })
  const read = parseQuery(state.query, catalog)
  const conditions = 'conditions' in read ? read.conditions : undefined
  const onConditions = (next: readonly Condition[]) => show({ query: printQuery(next, catalog) })
  const isFilled = fleet.data !== undefined && fleet.data.state !== 'no-credential'
  return (
    <Stack gap="md">
      {fleet.error && !fleet.data && <PartProblem error={fleet.error} of={index} onRetry={fleet.refetch} />}
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
            ...columnsIn(list.address[0], catalog, subject),
          ]}
        />
      )}
      {conditions && isFilled && <Results {...props} list={list} />}
    </Stack>
  )
}

function WithoutRemoved({ conditions }: { conditions: readonly Condition[] }) {
  const catalog = useCatalog()
  if (!catalog.has('is_removed') || !leavesOutRemoved(conditions)) return null
  const removed: Condition = { field: 'is_removed', comparison: 'has' }
  return (
    <Text size="xs" c="dimmed" component="p">
      Removed devices are hidden.{' '}
      <Anchor component={Link} inherit underline="always" to={queryHref(printQuery([...conditions, removed], catalog))}>
        Show removed devices
      </Anchor>
    </Text>
  )
}

/**
 * Notice that conditions on annotations are incomplete: devices indexed before an upgrade have no identifiers for them
 * yet.
 */
function Unidentified({
  state: { unidentified = 0 },
  fields,
}: {
  state: FleetState
  fields: readonly (string | undefined)[]
}) {
  const catalog = useCatalog()
  const { one, many } = useQueried()
  const isKept = fields.some((name = '') => catalog.get(name)?.kept !== undefined)
  if (!isKept || unidentified === 0) return null
  return (
    <Notice
      tone="warn"
      title={`Owners, tags, notes and custom fields of ${counted(unidentified, one, many)} are not found yet`}
    >
      <Text size="sm">
        The console was upgraded and is indexing every {one} again. Until then, results and counts that use these fields
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

/** Select for the field by which devices are counted. */
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

const none: QueryRow[] = []
const idOf = ({ device_id, resource_id }: QueryRow) => device_id ?? resource_id ?? ''

function Results({ list, SelectionActions, facts, hrefOf, name: named }: QueryProps & { list: QueryState }) {
  const catalog = useCatalog()
  const subject = useQueried()
  const { page, name, one, many } = subject
  const { state, address } = list
  const [now, changeAddress] = address
  const names = columnsIn(now, catalog, subject)
  const columns = [...new Set([...names, ...facts])]
  const input = { query: state.query, columns, ...(state.sort && { sort: state.sort }) }
  const part = (offset: number, limit: number) => ({ ...input, offset, limit })
  const asked = useQuery({
    ...query(page, part((state.page - 1) * state.size, state.size)),
    placeholderData: keepPreviousData,
    refetchInterval: untilFilled,
  })
  const addColumn = (added: string) =>
    changeAddress(
      (then) => {
        then.set('columns', [name.field, ...columnsIn(then, catalog, subject), added].join(','))
        return then
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <ListTable
      name={`${one} query`}
      of={page}
      asked={asked}
      state={list}
      caption={named}
      rows={asked.data?.rows ?? none}
      total={asked.data?.total}
      server={serverPage(list)}
      columns={queryColumns(names, catalog, subject)}
      rowId={idOf}
      rowHref={hrefOf}
      grid
      SelectionActions={SelectionActions}
      filterBar={
        <Group gap="xs" className={classes.addColumn}>
          <FieldChoice
            label="Add a column"
            hasHiddenLabel
            placeholder="Add a column"
            among={(field) => field.name !== name.field && !names.includes(field.name)}
            onChoose={(field) => addColumn(field.name)}
          />
        </Group>
      }
      csv={{
        name: `${one}-query`,
        endpoint: page,
        asking: input,
        write: csvText,
        limit: maxQueried,
        pageOf: (offset, limit, signal) => call(page, part(offset, limit), signal),
      }}
      nothing={{ many, one, hint: `${named} appear here once the console has read them.` }}
    />
  )
}
