import { Link } from 'react-router'
import { useSiteCatalog } from '#components/fleet/use-catalog.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { listAddress, oneOf, searchText } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { fieldsLike } from '#contract/fleet/completions.ts'
import { ofComputers } from '#contract/fleet/computer-catalog.ts'
import type { Catalog, FleetField } from '#contract/fleet/field.ts'
import { isRestriction, writtenName } from '#contract/fleet/field-names.ts'
import { ofDevices } from '#contract/fleet/kept-fields.ts'
import { operatorsOf, signOf } from '#contract/fleet/operators.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { examples, rules, type Subject, subjects } from './query-language.ts'
import classes from './Reference.module.css'

export const handle = { crumb: 'Query language' }

const shown = listAddress({ search: searchText, of: oneOf('devices', subjects) })

const words: Record<Subject, { one: string; label: string; path: string }> = {
  devices: { one: 'a device', label: 'Devices', path: paths.deviceQuery },
  computers: { one: 'a computer', label: 'Computers', path: paths.desktopQuery },
}
const options = subjects.map((value) => ({ value, label: words[value].label }))

/** Documentation of the query language, with all fields. */
export function Component() {
  const { state, show } = useListState(shown)
  const { of } = state
  const kind = of === 'devices' ? ofDevices : ofComputers
  const catalog = useSiteCatalog(kind) ?? kind.catalog
  const { one, path } = words[of]
  return (
    <Page title="Query language" crumbs={[{ label: 'API reference', to: paths.reference }]}>
      <p className={classes.lead}>
        A query is a list of conditions separated by spaces. It finds {one} that meets all of them. The query, the
        conditions below it and the address of the page{' '}
        <Anchor component={Link} inherit underline="always" to={path}>
          Query
        </Anchor>{' '}
        are equivalent.
      </p>
      <FilterTabs label="What is queried" value={of} options={options} onChange={(of) => show({ of })} />
      <Panel title="Examples">
        <dl className={classes.language}>
          {examples[of].map(({ query, says }) => (
            <div key={query}>
              <dt>
                <Anchor component={Link} to={`${path}?${new URLSearchParams({ query })}`}>
                  <code>{query}</code>
                </Anchor>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="Rules">
        <dl className={classes.language}>
          {rulesOf(of).map(({ form, says }) => (
            <div key={form}>
              <dt>
                <code>{form}</code>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <DataTable
        caption="Fields"
        filterBar={
          <SearchField
            label="Search"
            placeholder="Field"
            value={state.search}
            onChange={(search) => show({ search }, true)}
          />
        }
        rows={fieldsLike(state.search, [...catalog.values()])}
        columns={columnsOfFields(catalog)}
        rowId={({ name }) => name}
        empty={<Empty title="No matching fields" hint={`No field is called “${state.search}”.`} />}
      />
    </Page>
  )
}

const rulesOf = (subject: Subject) => rules.filter(({ of = subject }) => of === subject)

const { text, choice, code } = columnsOf<FleetField>({ sortable: true, priority: 1 })

const kindWords: Record<FleetField['kind'], string> = {
  text: 'text',
  code: 'value with a meaning',
  number: 'number',
  flag: 'yes or no',
  time: 'time',
  date: 'date',
  version: 'version',
  list: 'list',
}

const nameOf = (field: FleetField, catalog: Catalog) =>
  isRestriction(field) ? `restriction:${field.name}` : writtenName(field, catalog)

const columnsOfFields = (catalog: Catalog) => [
  text('label', 'Field', ({ label }) => label, { width: '26%' }),
  code('name', 'Name', (field) => nameOf(field, catalog), { width: '28%' }),
  text(
    'also',
    'Also',
    (field) =>
      field.section === 'own'
        ? ''
        : [...(field.aliases ?? []), field.name].filter((name) => name !== nameOf(field, catalog)).join(', '),
    {
      width: '18%',
      priority: 2,
    },
  ),
  choice('kind', 'Type', ({ kind }) => kindWords[kind], { width: '14%' }),
  code(
    'signs',
    'Compared by',
    (field) =>
      operatorsOf(field)
        .map((one) => signOf[one])
        .join(' '),
    {
      width: '14%',
      priority: 2,
      sortable: false,
    },
  ),
]
