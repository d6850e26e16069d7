import { keepPreviousData, type QueryFunctionContext, useMutation, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { mutation } from '#api/change.ts'
import type { QueryMeta } from '#api/client.ts'
import { useMay } from '#api/may.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { listAddress, oneOf } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { exportAudit } from '#contract/console/audit.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Anchor, Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { saveFile } from '#ui/values/save-file.ts'
import { Timeline } from '#ui/values/Timeline.tsx'
import { type ActivityOf, type ActivitySource, type Happening, sourcesOf } from './activity-sources.ts'
import { merged } from './merged.ts'

const names = ['all', 'commands', 'audit', 'keys', 'jobs', 'notes', 'changes'] as const
const address = listAddress({ source: oneOf('all', names) })

/** Timeline of one object from all sources. If a source fails, its error is shown and the others remain. */
export function Activity(of: ActivityOf) {
  const may = useMay()
  const { state, show } = useListState(address)
  const [depth, setDepth] = useState(1)
  const all = sourcesOf(of)
  const sources = all.filter(({ permission }) => may(permission))
  const wanted = sources.filter(({ name }) => state.source === 'all' || name === state.source)
  const asked = useQueries({
    queries: wanted.map((source) => ({
      queryKey: ['activity', of.kind, of.subject, source.name, depth],
      queryFn: ({ signal }: QueryFunctionContext) => readTo(source, depth, signal),
      placeholderData: keepPreviousData<Awaited<ReturnType<typeof readTo>>>,
      meta: { reads: source.reads } satisfies QueryMeta,
    })),
  })
  const { entries, isMore } = merged(asked.flatMap(({ data }) => data ?? []))
  const read = asked.filter(({ data }) => data !== undefined)
  const isWaiting = asked.some(({ isPending }) => isPending)
  const hidden = all.filter((source) => !sources.includes(source))
  const options = [
    { value: 'all' as const, label: 'All' },
    ...sources.map(({ name, label }) => ({ value: name, label })),
  ]
  return (
    <Panel title="Activity" actions={<ExportEvidence search={of.search} />}>
      <Stack gap="md">
        <FilterTabs label="Source" value={state.source} options={options} onChange={(source) => show({ source })} />
        {asked.map(
          ({ error, refetch }, at) =>
            error && (
              <Stack key={wanted[at]?.name} gap="xs">
                <Notice tone="warn" title={`Could not load: ${wanted[at]?.label}. Its entries are missing below.`} />
                {wanted[at] && <PartProblem error={error} of={wanted[at].endpoint} onRetry={refetch} />}
              </Stack>
            ),
        )}
        {hidden.map(({ name, label, permission }) => (
          <Text key={name} size="sm" c="dimmed">
            {label}: viewing it requires {permission}.
          </Text>
        ))}
        {asked.map(
          ({ data }, at) =>
            data?.note !== undefined && (
              <Text key={wanted[at]?.name} size="sm" c="dimmed">
                {data.note}
              </Text>
            ),
        )}
        {/* Each source inserts entries between those of others: on a new page, all appear together (loading.css). */}
        {isWaiting && <Loading lines={3} />}
        {entries.length > 0 && <Timeline items={entries.map(itemOf)} />}
        {!isWaiting && entries.length === 0 && read.length > 0 && (
          <Text size="sm">
            {read.length < asked.length ? 'No activity in the sources that could be loaded.' : 'No activity.'}
          </Text>
        )}
        {isMore && (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            loading={asked.some(({ isPlaceholderData }) => isPlaceholderData)}
            onClick={() => setDepth(depth + 1)}
          >
            Show older activity
          </Button>
        )}
      </Stack>
    </Panel>
  )
}

/** Reads the first `depth` pages of a source in sequence, because each page contains the cursor of the next one. */
async function readTo({ read }: ActivitySource, depth: number, signal: AbortSignal) {
  const entries: Happening[] = []
  let next: number | undefined
  let oldest: number | undefined
  let note: string | undefined
  for (let page = 0; page < depth; page++) {
    // oxlint-disable-next-line no-await-in-loop -- each request needs the cursor of the previous page
    const part = await read(next, signal)
    entries.push(...part.entries)
    next = part.next
    note = part.note
    oldest = part.oldest ?? oldest
    if (next === undefined) break
  }
  return { entries, oldest, note, isMore: next !== undefined }
}

const itemOf = ({ title, to, at, tone, text, by }: Happening) => ({
  title: to ? (
    <Anchor component={Link} size="sm" underline="always" to={to}>
      {title}
    </Anchor>
  ) : (
    title
  ),
  at: at === undefined ? undefined : new Date(at),
  tone,
  text,
  by,
})

/** Exports the console's audit entries for the object, with their hash chain. */
function ExportEvidence({ search }: { search: string }) {
  const file = useMutation({
    ...mutation(exportAudit),
    onSuccess: ({ name, bytes, type = '' }) => saveFile(name, Uint8Array.from(bytes), type),
  })
  return (
    <Group gap="xs">
      <ActionButton
        endpoint={exportAudit}
        size="xs"
        loading={file.isPending}
        data-tip="Audit entries of this console with the hash chain, as JSON lines. Verify them offline with “npm run verify-audit”."
        onClick={() => file.mutate({ source: 'console', search: search.slice(0, 200), format: 'jsonl' })}
      >
        Export evidence
      </ActionButton>
      <QueryProblem error={file.error} />
    </Group>
  )
}
