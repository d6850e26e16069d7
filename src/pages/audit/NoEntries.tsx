import { Empty } from '#ui/Empty.tsx'
import { Button } from '#ui/layout.ts'
import { actionInWords } from './actions.ts'
import { activeFilters, type AuditSearch, withoutFilters } from './audit-search.ts'
import { periodLabels } from './AuditFilters.tsx'
import { results } from './results.ts'

type Props = {
  search: AuditSearch
  total: number | undefined
  onChange: (change: Partial<AuditSearch>) => void
}

/** Why the list is empty, and the way back to one that is not. */
export function NoEntries({ search, total = 0, onChange }: Props) {
  if (total > 0) {
    return (
      <Empty
        title={`There is no page ${search.page}`}
        hint={`${total.toLocaleString('en')} entries match.`}
        action={<Clear label="Go to the first page" onClick={() => onChange({ page: 1 })} />}
      />
    )
  }
  const filters = activeFilters(search)
  if (filters.length === 0)
    return <Empty title="There are no entries yet" hint="Whatever is changed or revealed from now on stands here." />
  return (
    <Empty
      title="No entry matches"
      hint={`Filtered by ${filters.map((name) => describe[name](search)).join(', ')}.`}
      action={<Clear label="Clear the filters" onClick={() => onChange(withoutFilters(search))} />}
    />
  )
}

const describe: Record<ReturnType<typeof activeFilters>[number], (search: AuditSearch) => string> = {
  search: ({ search }) => `search “${search.trim()}”`,
  user: ({ user }) => `user “${user}”`,
  action: ({ action }) => `action “${actionInWords(action)}”`,
  result: ({ result }) => `result “${result === '' ? 'any' : results[result].label}”`,
  period: ({ period, from, to }) =>
    period === 'days' ? `days from ${from || 'the beginning'} to ${to || 'today'}` : `“${periodLabels[period]}”`,
}

const Clear = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" size="xs" onClick={onClick}>
    {label}
  </Button>
)
