import { Link, useLocation } from 'react-router'
import { columnsOf } from '#components/lists/Columns.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { conventionsOf } from './convention-rows.ts'
import { canBeTried, remarksOn, whoMay } from './operation-remarks.ts'
import { operationsMatching } from './operations-matching.ts'
import classes from './Reference.module.css'
import { ServiceTable } from './ServiceTable.tsx'
import { tryAddress, tryLinkId } from './try-address.ts'
import { usedByText } from './used-by-words.ts'

/** All operations with the description of their contract entries. */
export function OperationList() {
  return (
    <Page title="API reference">
      <p className={classes.lead}>
        The operations that this console calls.{' '}
        <Anchor component={Link} to={paths.conventions} inherit underline="always">
          Conventions
        </Anchor>{' '}
        apply where the API references are not specific.
      </p>
      <ServiceTable
        one="operation"
        placeholder="Operation, path or convention"
        rowsMatching={operationsMatching}
        caption="API reference"
        columns={columns}
        rowId={({ id }) => id}
      />
    </Page>
  )
}

const { text, number } = columnsOf<Endpoint>({ sortable: true })

const columns = [
  text('summary', 'Operation', ({ summary }) => summary, {
    width: '38%',
    priority: 1,
    cell: (endpoint) => (
      <>
        {endpoint.summary}
        <div className={classes.under}>
          <code>
            <Breakable text={endpoint.id} />
          </code>
          {remarksOn(endpoint).map((remark) => (
            <span key={remark} className={endpoint.danger ? classes.danger : undefined}>
              {remark}
            </span>
          ))}
          {canBeTried(endpoint) && <TryLink id={endpoint.id} />}
        </div>
      </>
    ),
  }),
  text('path', 'Request', ({ path }) => path, {
    width: '26%',
    priority: 1,
    cell: ({ method, path, alsoAt = [] }) => (
      <code className={classes.wire}>
        <strong>{method}</strong> <Breakable text={[path, ...alsoAt].join(' or ')} />
      </code>
    ),
  }),
  text('usedBy', 'Used by', usedByText, {
    width: '12%',
    priority: 1,
    cell: (endpoint) => <span className={classes.aside}>{usedByText(endpoint)}</span>,
  }),
  text('permission', 'Permission', whoMay, {
    width: '12%',
    priority: 2,
    cell: (endpoint) => <span className={classes.aside}>{whoMay(endpoint)}</span>,
  }),
  number('assumes', 'Conventions', ({ assumes = [] }) => assumes.length, {
    width: '12%',
    priority: 1,
    align: 'start',
    cell: ({ id, assumes = [] }) => <ConventionCount id={id} count={assumes.length} />,
  }),
]

/** Number of conventions, linked to their list. */
function ConventionCount({ id, count }: { id: string; count: number }) {
  if (count === 0) return <span className={classes.aside}>None</span>
  return (
    <Anchor
      component={Link}
      to={conventionsOf(id)}
      size="xs"
      className={classes.target}
      aria-label={`${count} conventions of ${id}`}
    >
      {count}
    </Anchor>
  )
}

function TryLink({ id }: Pick<Endpoint, 'id'>) {
  const { search } = useLocation()
  return (
    <Anchor
      id={tryLinkId(id)}
      component={Link}
      to={tryAddress(search, id)}
      size="xs"
      className={classes.target}
      aria-label={`Try it: ${id}`}
    >
      Try it
    </Anchor>
  )
}
