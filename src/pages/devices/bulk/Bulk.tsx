import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useTableKey } from '#api/table-key.ts'
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
        <Notice tone="info" title="Another tab of this browser is sending">
          <span>This page shows how it goes. Stop it there.</span>
        </Notice>
      )}
      {run && !kept && (
        <Notice tone="warn" title="This browser does not keep the run">
          <span>
            Its storage is full or blocked. Stay on this page until the run is through, and export the result.
          </span>
        </Notice>
      )}
      {!run && (
        <Empty
          title="No devices are chosen"
          hint="Choose devices in the list or open a group, then press “Send a command”."
          action={
            <Button component={Link} to={paths.devices} variant="default" size="xs">
              Go to the devices
            </Button>
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
    Put it away
  </Button>
)
