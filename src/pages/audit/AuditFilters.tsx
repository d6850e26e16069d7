import { useQueryClient } from '@tanstack/react-query'
import { listAudit } from '#contract/console/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { DateField } from '#ui/form/DateField.tsx'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { actionOptions, chosenInWords } from './actions.ts'
import { type AuditSearch, type Period, periods } from './audit-search.ts'
import classes from './AuditFilters.module.css'
import { results } from './results.ts'
import { sources } from './sources.ts'

type Props = { search: AuditSearch; onChange: (change: Partial<AuditSearch>, replace?: boolean) => void }

export const periodLabels: Record<Period, string> = {
  any: 'Any time',
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  days: 'Custom range',
}
const periodOptions = periods.map((value) => ({ value, label: periodLabels[value] }))
const optionsOf = (labels: Record<string, { label: string }>) =>
  Object.entries(labels).map(([value, { label }]) => ({ value, label }))
const sourceOptions = [{ value: '', label: 'All sources' }, ...optionsOf(sources)]
const resultOptions = [{ value: '', label: 'Any result' }, ...optionsOf(results)]
const anyAction = { value: '', label: 'Any action' }

export function AuditFilters({ search, onChange }: Props) {
  return (
    <div className={classes.filters}>
      <SearchField
        label="Search"
        placeholder="User, device, key …"
        value={search.search}
        onChange={(text) => onChange({ search: text }, true)}
      />
      <FilterSelect
        label="Source"
        value={search.source}
        options={sourceOptions}
        onChange={(source) => onChange({ source: source as AuditSearch['source'] })}
      />
      <FilterSelect
        label="User"
        value={search.user}
        options={useUsers(search.user)}
        onChange={(user) => onChange({ user })}
      />
      <FilterSelect
        label="Action"
        value={search.action}
        options={including([anyAction, ...actionOptions], search.action, chosenInWords)}
        onChange={(action) => onChange({ action })}
      />
      <FilterSelect
        label="Result"
        value={search.result}
        options={resultOptions}
        onChange={(result) => onChange({ result: result as AuditSearch['result'] })}
      />
      <FilterSelect
        label="Period"
        value={search.period}
        options={periodOptions}
        onChange={(period) => onChange({ period: period as Period, from: '', to: '' })}
      />
      {search.result !== '' && search.source !== 'console' && (
        <Text size="sm" c="dimmed" className={classes.hint}>
          Key management does not report results. This filter shows entries of this console only.
        </Text>
      )}
      {search.period === 'days' && <Days search={search} onChange={onChange} />}
    </div>
  )
}

const Days = ({ search, onChange }: Props) => (
  <div className={classes.days}>
    <DateField
      label="First day"
      name="from"
      value={search.from}
      max={search.to || undefined}
      onChange={({ currentTarget }) => onChange({ from: currentTarget.value }, true)}
    />
    <DateField
      label="Last day"
      name="to"
      value={search.to}
      min={search.from || undefined}
      onChange={({ currentTarget }) => onChange({ to: currentTarget.value }, true)}
    />
  </div>
)

/** Who is in any list seen so far; everybody else is found by searching. */
function useUsers(chosen: string) {
  const seen = useQueryClient().getQueriesData<Output<typeof listAudit>>({ queryKey: [listAudit.id] })
  const names = seen.flatMap(([, page]) => page?.entries ?? []).flatMap(({ user }) => user || [])
  const options = [...new Set(names)].sort().map((name) => ({ value: name, label: name }))
  return including([{ value: '', label: 'Any user' }, ...options], chosen, (name) => name)
}

/** What the address chose is offered, whether we know it or not. */
const including = (known: { value: string; label: string }[], chosen: string, textColumn: (value: string) => string) =>
  known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: textColumn(chosen) }]
