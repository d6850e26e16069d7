import { Link, useLocation } from 'react-router'
import { columnsOf } from '#components/lists/Columns.tsx'
import { listAddress, oneOf, searchText } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import {
  canBeTried,
  countOf,
  operationsMatching,
  remarksOn,
  serviceLabels,
  services,
  whoMay,
} from './reference-rows.ts'
import classes from './Reference.module.css'
import { tryAddress, tryLinkId } from './try-address.ts'

const shown = listAddress({ search: searchText, service: oneOf('all', services) })

/** Every operation as its row describes it, and what was chosen where the reference is silent. */
export function OperationList() {
  const { state, show } = useListState(shown)
  const { search, service: chosen } = state
  return (
    <Page title="API reference">
      <p className={classes.lead}>
        The operations that this console calls, as named in the API references. Conventions chosen where a reference is
        not specific are listed with each operation.
      </p>
      <div className={classes.controls}>
        <SearchField
          label="Search"
          placeholder="Operation, path or convention"
          value={search}
          onChange={(text) => show({ search: text }, true)}
        />
        <FilterTabs
          label="Service"
          value={chosen}
          onChange={(name) => show({ service: name }, true)}
          options={services.map((name) => ({ value: name, label: serviceLabels[name], count: countOf(name) }))}
        />
      </div>
      <div className={classes.operations}>
        <DataTable
          caption="API reference"
          rows={operationsMatching(chosen, search)}
          columns={columns}
          rowId={({ id }) => id}
          empty={
            <Empty
              title="No matching operations"
              hint={`No operation under “${serviceLabels[chosen]}” contains “${search}”.`}
              action={
                <Button variant="default" size="xs" component={Link} to="?" replace>
                  Show all
                </Button>
              }
            />
          }
        />
      </div>
    </Page>
  )
}

const { text, number } = columnsOf<Endpoint>({ sortable: true })

const columns = [
  text('summary', 'Operation', ({ summary }) => summary, {
    width: '24%',
    priority: 1,
    cell: (endpoint) => (
      <>
        {endpoint.summary}
        <code className={classes.id}>
          <Breakable text={endpoint.id} />
        </code>
        <div className={classes.badges}>
          {remarksOn(endpoint).map((remark) => (
            <StatusBadge key={remark} tone={endpoint.danger ? 'bad' : 'info'}>
              {remark}
            </StatusBadge>
          ))}
        </div>
        {canBeTried(endpoint) && <TryLink id={endpoint.id} />}
      </>
    ),
  }),
  text('path', 'Request', ({ path }) => path, {
    width: '22%',
    priority: 1,
    cell: ({ method, path, alsoAt = [] }) => (
      <code className={classes.wire}>
        <strong>{method}</strong> <Breakable text={[path, ...alsoAt].join(' or ')} />
      </code>
    ),
  }),
  text('permission', 'Permission', whoMay, { width: '12%', priority: 2 }),
  text('source', 'Source', ({ source }) => source, {
    width: '13%',
    priority: 2,
    cell: ({ source }) => <span className={classes.aside}>{source}</span>,
  }),
  number('assumes', 'Conventions', ({ assumes = [] }) => assumes.length, {
    width: '29%',
    priority: 1,
    align: 'start',
    cell: ({ assumes = [] }) =>
      assumes.length === 0 ? (
        <span className={classes.aside}>None needed</span>
      ) : (
        <ul className={classes.conventions}>
          {assumes.map((convention) => (
            <li key={convention}>{convention}</li>
          ))}
        </ul>
      ),
  }),
]

function TryLink({ id }: Pick<Endpoint, 'id'>) {
  const { search } = useLocation()
  return (
    <Button
      id={tryLinkId(id)}
      variant="default"
      size="compact-sm"
      mt={6}
      component={Link}
      to={tryAddress(search, id)}
      aria-label={`Try it: ${id}`}
    >
      Try it
    </Button>
  )
}
