import { ActionLink } from '#components/actions/ActionLink.tsx'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { BulkChoice } from './BulkChoice.tsx'
import { forgetChosen, useChosen } from './chosen.ts'
import { bulkTitle } from './title.ts'

/** A command for several devices: parameters and preview. The resulting job has its own page. */
export function Component() {
  const chosen = useChosen()
  return (
    <Page title={bulkTitle} actions={chosen && <Discard />}>
      {chosen ? (
        <BulkChoice chosen={chosen} />
      ) : (
        <Empty
          title="No devices selected"
          hint="Select devices in the list or open a group, then choose “Send a command”. Commands that were sent are under Jobs."
          action={
            <>
              <ActionLink to={paths.devices} size="xs">
                Go to devices
              </ActionLink>{' '}
              <ActionLink to={paths.jobs} size="xs">
                Show jobs
              </ActionLink>
            </>
          }
        />
      )}
    </Page>
  )
}

const Discard = () => (
  <Button variant="default" onClick={forgetChosen}>
    Dismiss
  </Button>
)
