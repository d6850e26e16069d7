import { useQueryClient } from '@tanstack/react-query'
import { FilterBar, optionsOf } from '#components/lists/FilterBar.tsx'
import type { ListState } from '#components/lists/use-list-state.ts'
import { listAudit } from '#contract/console/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { DateField } from '#ui/form/DateField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { actionOptions, chosenText } from './actions.ts'
import { type AuditSearch, periodLabels, periods } from './audit-search.ts'
import classes from './AuditFilters.module.css'
import { results } from './results.ts'
import { sources } from './sources.ts'

type Props = { of: Pick<ListState<AuditSearch>, 'list' | 'state' | 'show' | 'clear'> }

const labelsOf = (named: Record<string, { label: string }>) =>
  Object.fromEntries(Object.entries(named).map(([value, { label }]) => [value, label]))
const sourceOptions = optionsOf('All sources', labelsOf(sources))
const resultOptions = optionsOf('Any result', labelsOf(results))
const actions = [{ value: '', label: 'Any action' }, ...actionOptions]
const periodOptions = periods.map((value) => ({ value, label: periodLabels[value] }))

export const AuditFilters = ({ of }: Props) => (
  <FilterBar
    of={of}
    placeholder="User, device, key, reason …"
    filters={[
      { name: 'source', label: 'Source', options: sourceOptions },
      { name: 'user', label: 'User', options: useUsers() },
      { name: 'action', label: 'Action', options: actions, say: chosenText },
      { name: 'result', label: 'Result', options: resultOptions },
      { name: 'period', label: 'Period', options: periodOptions, with: { from: '', to: '' } },
    ]}
  />
)

/** Notes about the selected filters, and additional inputs that they require. */
export function AuditFilterDetails({ of }: Props) {
  const { source, result, period } = of.state
  return (
    <>
      {result !== '' && source !== 'console' && (
        <Text size="sm" c="dimmed">
          Key management does not report results. This filter shows entries of this console only.
        </Text>
      )}
      {period === 'days' && <Days of={of} />}
    </>
  )
}

const Days = ({ of: { state, show } }: Props) => (
  <div className={classes.days}>
    <DateField
      label="First day"
      name="from"
      value={state.from}
      max={state.to || undefined}
      onChange={({ currentTarget }) => show({ from: currentTarget.value }, true)}
    />
    <DateField
      label="Last day"
      name="to"
      value={state.to}
      min={state.from || undefined}
      onChange={({ currentTarget }) => show({ to: currentTarget.value }, true)}
    />
  </div>
)

/** Users that occur in the lists loaded so far. Others can be found by searching. */
function useUsers() {
  const seen = useQueryClient().getQueriesData<Output<typeof listAudit>>({ queryKey: [listAudit.id] })
  const names = seen.flatMap(([, page]) => page?.entries ?? []).flatMap(({ user }) => user || [])
  return optionsOf('Any user', Object.fromEntries([...new Set(names)].sort().map((name) => [name, name])))
}
