import { Link } from 'react-router'
import { columnsOf } from '#components/lists/Columns.tsx'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { type ConventionRow, conventionsMatching } from './convention-rows.ts'
import { serviceLabels } from './reference-rows.ts'
import classes from './Reference.module.css'
import { ServiceTable } from './ServiceTable.tsx'

export const handle = { crumb: 'Conventions' }

/** Choices made where the API references are silent, with the reasons and the settings that change them. */
export function Component() {
  return (
    <Page title="Conventions" crumbs={[{ label: 'API reference', to: paths.reference }]}>
      <p className={classes.lead}>
        What was chosen where an API reference is not specific, why, and which setting of a connection or of the server
        changes it. Settings that begin with <code>TRIPTYCH_</code> are environment variables; the others are part of
        the connections file.
      </p>
      <ServiceTable
        one="convention"
        placeholder="Convention, setting or operation"
        rowsMatching={conventionsMatching}
        caption="Conventions"
        columns={columns}
        rowId={({ id }) => id}
      />
    </Page>
  )
}

const { text, number } = columnsOf<ConventionRow>({ priority: 1 })

const columns = [
  text('topic', 'Subject', ({ topic }) => topic, { width: '16%', sortable: true }),
  text('service', 'Service', ({ service }) => serviceLabels[service], { width: '9%', sortable: true }),
  text('choice', 'Convention', ({ choice }) => choice, { width: '23%' }),
  text('why', 'Reason', ({ why }) => why, { width: '20%' }),
  text('settings', 'Setting', ({ settings }) => settings.join(', '), {
    width: '18%',
    sortable: true,
    cell: ({ settings }) =>
      settings.length === 0 ? (
        <span className={classes.aside}>None</span>
      ) : (
        settings.map((setting) => (
          <code key={setting} className={classes.setting}>
            {setting}
          </code>
        ))
      ),
  }),
  number('operations', 'Operations', ({ operations }) => operations.length, {
    width: '14%',
    sortable: true,
    priority: 2,
    align: 'start',
    cell: ({ operations }) => <Operations ids={operations} />,
  }),
]

const few = 3

function Operations({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <span className={classes.aside}>Whole service</span>
  return (
    <>
      {ids.slice(0, few).map((id) => (
        <Anchor
          key={id}
          component={Link}
          to={`${paths.reference}?search=${id}`}
          size="xs"
          className={classes.operation}
        >
          {id}
        </Anchor>
      ))}
      {ids.length > few && <span className={classes.aside}>and {ids.length - few} more</span>}
    </>
  )
}
