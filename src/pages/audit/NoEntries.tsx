import { EmptyList } from '#components/lists/EmptyList.tsx'
import type { ListState } from '#components/lists/use-list-state.ts'
import type { listAudit } from '#contract/console/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import type { AuditSearch } from './audit-search.ts'

type Props = { of: ListState<AuditSearch>; found: Output<typeof listAudit> | undefined }

/** Explains an empty list, and how to reset filters. */
export function NoEntries({ of, found }: Props) {
  const { total = 0, missing = [] } = found ?? {}
  if (total === 0 && missing.some(({ source }) => source === of.state.source))
    return <Empty title="These entries could not be read" hint="See the message above for details." />
  return (
    <EmptyList
      of={of}
      total={total}
      one="entry"
      many="entries"
      none={found?.archived ? 'All entries are archived' : 'No entries yet'}
      hint={found?.archived ? undefined : 'Changes and revealed secrets will be listed here.'}
    />
  )
}
