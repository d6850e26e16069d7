import type { listAudit } from '#contract/console/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button } from '#ui/layout/layout.ts'
import { chosenInWords } from './actions.ts'
import { activeFilters, type AuditSearch, withoutFilters } from './audit-search.ts'
import { periodLabels } from './AuditFilters.tsx'
import { results } from './results.ts'
import { sources } from './sources.ts'

type Props = {
  search: AuditSearch
  found: Output<typeof listAudit> | undefined
  onChange: (change: Partial<AuditSearch>) => void
}

/** Why the list is empty, and the way back to one that is not. */
export function NoEntries({ search, found, onChange }: Props) {
  const { total = 0, missing = [] } = found ?? {}
  if (total > 0) {
    return (
      <Empty
        title={`There is no page ${search.page}`}
        hint={`${total.toLocaleString('en')} entries match.`}
        action={<Clear label="Go to the first page" onClick={() => onChange({ page: 1 })} />}
      />
    )
  }
  if (missing.some(({ source }) => source === search.source))
    return <Empty title="These entries could not be read" hint="See the message above for details." />
  const filters = activeFilters(search)
  if (filters.length === 0 && found?.archived) return <Empty title="All entries are archived" />
  if (filters.length === 0)
    return <Empty title="There are no entries yet" hint="Changes and revealed secrets will be listed here." />
  return (
    <Empty
      title="No matching entries"
      hint={`Filtered by ${filters.map((name) => describe[name](search)).join(', ')}.`}
      action={<Clear label="Clear the filters" onClick={() => onChange(withoutFilters(search))} />}
    />
  )
}

const describe: Record<ReturnType<typeof activeFilters>[number], (search: AuditSearch) => string> = {
  source: ({ source }) => `source “${source === '' ? 'all' : sources[source].label}”`,
  search: ({ search }) => `search “${search.trim()}”`,
  user: ({ user }) => `user “${user}”`,
  action: ({ action }) => `action “${chosenInWords(action)}”`,
  result: ({ result }) => `result “${result === '' ? 'any' : results[result].label}”`,
  period: ({ period, from, to }) =>
    period === 'days' ? `days from ${from || 'the beginning'} to ${to || 'today'}` : `“${periodLabels[period]}”`,
}

const Clear = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" size="xs" onClick={onClick}>
    {label}
  </Button>
)
