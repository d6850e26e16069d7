import { useState, useSyncExternalStore } from 'react'
import { type LoggedCall, shownCall, wireLog } from '#api/wire-log.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { CallDetail } from '#components/calls/CallDetail.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { callColumns } from './CallColumns.tsx'

export const handle = { crumb: 'Diagnostics' }

/** API calls of this tab as sent, to be compared, copied and shared with a server administrator. */
export function Component() {
  const all = useSyncExternalStore(wireLog.subscribe, wireLog.all)
  // New calls are added on request, so that rows do not move while being read.
  const [lastId, setLastId] = useState(() => newestOf(wireLog.all()))
  const calls = all.filter(({ id }) => id <= lastId)
  const added = all.length - calls.length
  const [chosen, setChosen] = useState<number>()
  const call = calls.find(({ id }) => id === chosen)
  return (
    <Page
      title="Diagnostics"
      actions={
        <>
          <ActionButton
            size="xs"
            reason={added === 0 && 'There are no new calls.'}
            onClick={() => setLastId(newestOf(all))}
          >
            Show new calls
          </ActionButton>
          <ActionButton size="xs" reason={all.length === 0 && 'No calls are recorded yet.'} onClick={wireLog.clear}>
            Clear
          </ActionButton>
        </>
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The most recent API calls of this tab. They are kept in memory only, with secrets masked.
        </Text>
        {call && (
          <Panel
            title={call.endpoint.summary}
            actions={
              <Button variant="default" size="xs" onClick={() => setChosen(undefined)}>
                Close
              </Button>
            }
          >
            <CallDetail call={shownCall(call)} />
          </Panel>
        )}
        <DataTable
          caption="Calls"
          rows={calls}
          columns={callColumns(setChosen)}
          rowId={({ id }) => String(id)}
          empty={
            added > 0 ? (
              <Empty title="There are new calls" hint="They are shown by “Show new calls”." />
            ) : (
              <Empty title="No calls yet" hint="Open a page, then return here." />
            )
          }
        />
      </Stack>
    </Page>
  )
}

const newestOf = (calls: readonly LoggedCall[]) => calls[0]?.id ?? 0
