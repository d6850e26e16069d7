import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { computerSearchColumns } from '#contract/desktop/computer-fields.ts'
import { getFilterParameters } from '#contract/desktop/inventory.ts'
import { given } from '#pages/desktops/computer-facts.ts'
import classes from '#pages/desktops/Filters.module.css'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { columnLabels, type ComputerSearch, statusChoices } from './computer-search.ts'
import { StatusLegend } from './StatusLegend.tsx'

type Props = {
  search: ComputerSearch
  onChange: (change: Partial<ComputerSearch>, replace?: boolean) => void
  onEnter?: (text: string) => void
}
type Option = { value: string; label: string }

const optionsOf = (all: string, named: Readonly<Record<string, string>>): Option[] => [
  { value: '', label: all },
  ...Object.entries(named).map(([value, label]) => ({ value, label })),
]
/** What the address chose is offered, whether we know it or not. */
const including = (known: readonly Option[], chosen: string) =>
  known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: chosen }]

const searched = computerSearchColumns.map((value) => ({ value, label: `in ${columnLabels[value]}` }))
const fixed = {
  live: optionsOf('Any live status', statusChoices.live),
  installation: optionsOf('Any agent', statusChoices.installation),
  scan: optionsOf('Any scan', statusChoices.scan),
  platform: optionsOf('Any platform', statusChoices.platform),
}
const labels = { live: 'Live status', installation: 'Agent', scan: 'Scan', platform: 'Platform' } as const

/** Search in a column, and filters, as every list of computers has them. */
export function ComputerFilters({ search, onChange, onEnter }: Props) {
  const { data } = useQuery(query(getFilterParameters, {}))
  const named = (all: string, entries: readonly { name?: string }[] = []) => [
    { value: '', label: all },
    ...entries.flatMap(({ name }) => (given(name) ? { value: given(name), label: given(name) } : [])),
  ]
  return (
    <div className={classes.filters} data-count={8}>
      <div className={classes.search}>
        <SearchField
          label="Search"
          placeholder={`${columnLabels[search.in]} contains …`}
          value={search.search}
          onChange={(text) => onChange({ search: text }, true)}
          onEnter={onEnter}
        />
        <FilterSelect
          label="Search in"
          value={search.in}
          options={searched}
          onChange={(column) => onChange({ in: column as ComputerSearch['in'] })}
        />
      </div>
      <FilterSelect
        label="Domain"
        value={search.domain}
        options={including(named('Any domain', data?.domains), search.domain)}
        onChange={(domain) => onChange({ domain })}
      />
      <FilterSelect
        label="Branch office"
        value={search.office}
        options={including(named('Any office', data?.branch_offices), search.office)}
        onChange={(office) => onChange({ office })}
      />
      {(['installation', 'live', 'scan', 'platform'] as const).map((name) => (
        <FilterSelect
          key={name}
          label={labels[name]}
          value={search[name]}
          options={including(fixed[name], search[name])}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <StatusLegend />
    </div>
  )
}
