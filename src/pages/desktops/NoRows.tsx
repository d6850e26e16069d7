import type { ReactNode } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import { activeFilters, type ListSearch, withoutFilters } from './list-search.ts'

type Props<S extends ListSearch> = {
  search: S
  total: number | undefined
  onChange: (change: Partial<S>) => void
  /** Of the list: "computer", "computers". */
  one: string
  many: string
  /** What to say of an empty list where `many` cannot be counted. */
  none?: string
  /** Why there may be none at all. */
  hint: string
  /** What a filter says, by its name in the address. */
  describe: (name: string) => string
  /** What else may help. */
  actions?: ReactNode
}

/** Why a list is empty, and the way back to one that is not. */
export function NoRows<S extends ListSearch>({
  search,
  total,
  onChange,
  one,
  many,
  none = `There are no ${many}`,
  hint,
  describe,
  actions,
}: Props<S>) {
  const filters = activeFilters(search)
  if (search.page > 1 && total !== 0) {
    return (
      <Empty
        title={`There is no page ${search.page}`}
        hint={total === undefined ? undefined : `${total.toLocaleString('en')} ${total === 1 ? one : many} match.`}
        action={<Clear label="Go to the first page" onClick={() => onChange({ page: 1 } as Partial<S>)} />}
      />
    )
  }
  if (filters.length === 0) return <Empty title={none} hint={hint} />
  return (
    <Empty
      title={`No matching ${many}`}
      hint={`Filtered by ${filters.map(describe).join(', ')}.`}
      action={
        <Group gap="xs" justify="center">
          {actions}
          <Clear label="Clear the filters" onClick={() => onChange(withoutFilters(search))} />
        </Group>
      }
    />
  )
}

const Clear = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" size="xs" onClick={onClick}>
    {label}
  </Button>
)
