import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button } from '#ui/layout/layout.ts'
import { IconAdjustmentsHorizontal, IconX } from '#ui/theme/icons.ts'
import classes from './FilterBar.module.css'
import type { AnyState } from './list-address.ts'
import type { ListState } from './use-list-state.ts'

export type Option = { value: string; label: string }
export type Filter<S> = {
  name: keyof S & string
  label: string
  options: readonly Option[]
  /** Label of a value that is not among the options. */
  say?: (value: string) => string
  /** Other state that changes along with the filter. */
  with?: Partial<S>
}

type Props<S extends AnyState> = {
  of: Pick<ListState<S>, 'list' | 'state' | 'show' | 'clear'>
  placeholder: string
  filters?: readonly Filter<S>[]
  /** Columns that can be searched, one at a time. */
  searchIn?: readonly Option[]
  onEnter?: (text: string) => void
  children?: ReactNode
}

/** Options of a filter: all values, or one of them. */
export const optionsOf = (all: string, named: Readonly<Record<string, string>>): Option[] => [
  { value: '', label: all },
  ...Object.entries(named).map(([value, label]) => ({ value, label })),
]

/** Search and filters in the toolbar of a list. Filters collapse on phones and while rows are selected. */
export function FilterBar<S extends AnyState>(props: Props<S>) {
  const { of, placeholder, filters = [], searchIn, onEnter, children } = props
  const { list, state, show, clear } = of
  const [open, setOpen] = useState(false)
  const id = useId()
  const active = list.active(state)
  const isMany = filters.length > 5
  const folded = active.filter((name) => name !== 'search').length
  const change = (name: string, value: string, more?: Partial<S>) =>
    show({ ...more, [name]: value } as unknown as Partial<S>)
  return (
    <search className={classes.bar} data-crowded={filters.length + (searchIn ? 1 : 0) > 1 || undefined}>
      <div className={classes.search} data-search data-two={searchIn !== undefined}>
        <SearchField
          value={String(state.search)}
          placeholder={placeholder}
          onChange={(search) => show({ search } as unknown as Partial<S>, true)}
          onEnter={onEnter}
        />
        {searchIn && (
          <FilterSelect
            label="Search in"
            value={String(state.in)}
            options={searchIn}
            onChange={(value) => change('in', value)}
          />
        )}
      </div>
      {filters.length > 0 && (
        <Button
          variant="default"
          size="xs"
          className={classes.fold}
          data-fold
          aria-label={folded === 0 ? 'Filter list' : `Filter list: ${folded} active`}
          data-tip="Filter list"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <IconAdjustmentsHorizontal size={15} aria-hidden />
          {folded > 0 && <span className={classes.active}>{folded}</span>}
        </Button>
      )}
      {filters.length > 0 && (
        <div
          id={id}
          className={classes.filters}
          data-filters
          data-open={open}
          data-many={isMany || undefined}
          style={{ '--filters': filters.length } as CSSProperties}
        >
          {filters.map(({ name, label, options, say = String, with: more }) => (
            <FilterSelect
              key={name}
              label={label}
              value={String(state[name])}
              options={including(isMany ? named(options, label) : options, String(state[name]), say)}
              onChange={(value) => change(name, value, more)}
            />
          ))}
          {children}
          <Button
            variant="subtle"
            size="xs"
            className={classes.clear}
            data-idle={active.length === 0 || undefined}
            data-iconic
            aria-label="Clear filters"
            data-tip="Clear filters"
            leftSection={<IconX size={15} aria-hidden />}
            onClick={clear}
          >
            Clear filters
          </Button>
        </div>
      )}
      {filters.length === 0 && children}
    </search>
  )
}

/** With many filters, the first option, which matches all rows, shows the label of the filter. */
const named = (options: readonly Option[], label: string) =>
  options.map((option, at) => (at === 0 ? { ...option, label } : option))

/** Adds the value from the URL if it is not among the options. */
const including = (known: readonly Option[], chosen: string, say: (value: string) => string) =>
  known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: say(chosen) }]
