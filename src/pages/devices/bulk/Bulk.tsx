import { useSyncExternalStore } from 'react'
import { useTableKey } from '#api/may.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { BulkChoice } from './BulkChoice.tsx'
import { BulkResult } from './BulkResult.tsx'
import { type BulkRunner, runnerOf } from './runner.ts'
import { bulkTitle } from './title.ts'

/** One command for many devices: who gets it, on its way, and what became of each. */
export function Component() {
  const runner = runnerOf(useTableKey('bulk'))
  const { run, elsewhere, kept } = useSyncExternalStore(runner.subscribe, runner.get)
  return (
    <Page title={bulkTitle} actions={run && run.state !== 'going' && <Discard runner={runner} />}>
      {elsewhere && (
        <Notice tone="info" title="Running in another tab">
          <span>This page shows the progress. Stop it in the other tab.</span>
        </Notice>
      )}
      {run && !kept && (
        <Notice tone="warn" title="Progress cannot be saved in this browser">
          <span>
            Browser storage is full or blocked. Stay on this page until the run is complete, then export the results.
          </span>
        </Notice>
      )}
      {!run && (
        <Empty
          title="No devices selected"
          hint="Select devices in the list or open a group, then choose “Send a command”."
          action={
            <ActionLink to={paths.devices} size="xs">
              Go to devices
            </ActionLink>
          }
        />
      )}
      {run?.state === 'choosing' && <BulkChoice key={run.startedAt} run={run} runner={runner} />}
      {run && run.state !== 'choosing' && <BulkResult run={run} runner={runner} elsewhere={elsewhere} />}
    </Page>
  )
}

const Discard = ({ runner }: { runner: BulkRunner }) => (
  <Button variant="default" onClick={runner.forget}>
    {' '}
    Dismiss{' '}
  </Button>
)
