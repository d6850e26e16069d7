import type { ReactNode } from 'react'
import classes from '#pages/desktops/Filters.module.css'
import type { ListSearch } from '#pages/desktops/list-search.ts'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { softwareChoices, softwareLabels } from './software-search.ts'

type Searching<S extends ListSearch> = { search: S; onChange: (change: Partial<S>, replace?: boolean) => void }
type Props<S extends ListSearch> = Searching<S> & {
  columns: readonly S['in'][]
  /** Filters by a status, by their name in the address. */
  choices: readonly (keyof S & string)[]
  children?: ReactNode
}

const labels: Record<string, { label: string; all: string }> = {
  type: { label: 'Type', all: 'Any type' },
  usage: { label: 'Usage', all: 'Any usage' },
  compliance: { label: 'Compliance', all: 'Any compliance' },
}

/** Search in a column, and filters, as every list of software has them. */
export function SoftwareFilters<S extends ListSearch>({ search, onChange, columns, choices, children }: Props<S>) {
  return (
    <div className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          label="Search"
          placeholder={`${softwareLabels[search.in]} contains …`}
          value={search.search}
          onChange={(text) => onChange({ search: text } as Partial<S>, true)}
        />
        <FilterSelect
          label="Search in"
          value={search.in}
          options={columns.map((value) => ({ value, label: `in ${softwareLabels[value]}` }))}
          onChange={(column) => onChange({ in: column } as Partial<S>)}
        />
      </div>
      {choices.map((name) => (
        <FilterSelect
          key={name}
          label={labels[name]?.label ?? name}
          value={String(search[name])}
          options={optionsOf(name, String(search[name]))}
          onChange={(value) => onChange({ [name]: value } as unknown as Partial<S>)}
        />
      ))}
      {children}
    </div>
  )
}

/** What the address chose is offered, whether we know it or not. */
function optionsOf(name: string, chosen: string) {
  const known = Object.entries(softwareChoices[name] ?? {}).map(([value, label]) => ({ value, label }))
  const all = [{ value: '', label: labels[name]?.all ?? '' }, ...known]
  return all.some(({ value }) => value === chosen) ? all : [...all, { value: chosen, label: chosen }]
}
