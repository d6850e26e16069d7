import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Outlet, useParams } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { activityTab } from '#components/activity/activity-tabs.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import { NotOffered, PartProblem } from '#components/offered/PartProblem.tsx'
import { useOpened } from '#components/recent/use-opened.ts'
import { getComputerDetail } from '#contract/desktop/inventory.ts'
import { actions } from '#pages/desktops/agents/agent-plan.ts'
import { AgentButton, useCheck } from '#pages/desktops/agents/AgentActions.tsx'
import { isItemId, NoSuchItem } from '#pages/desktops/NoSuchItem.tsx'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { idOf } from '#pages/desktops/computer-facts.ts'
import { computerIdOf, detailQuery, isFromList, rowQuery } from './computer-query.ts'
import { callSummary, titleOf } from './ComputerCards.tsx'
import { ComputerHeader } from './ComputerHeader.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = computerIdOf(params)
  if (!isItemId(id)) return null
  prefetch(rowQuery(id))
  return prefetch(detailQuery(id))
}

/** A computer: facts for support calls, and actions. */
export function Component() {
  const id = computerIdOf(useParams())
  if (isItemId(id)) return <Computer id={id} />
  return <NoSuchItem what="computer" id={id} all="All computers" to={paths.desktops} />
}

function Computer({ id }: { id: string }) {
  const { data: detail, error, refetch } = useQuery(detailQuery(id))
  const { data: listed, error: unlisted, isPending: isListing } = useQuery(rowQuery(id))
  const check = useCheck()
  const row = listed?.rows.find((one) => idOf(one) === id)
  useOpened('Computer', detail && titleOf(detail, row), paths.computer(id))
  if (!detail)
    return (
      <Page title="Computer">
        {error ? <NotShown error={error} unlisted={unlisted} onRetry={refetch} /> : <Loading />}
      </Page>
    )
  return (
    <Page
      title={titleOf(detail, row)}
      actions={<CopyButton withText value={callSummary(detail, row)} label="Copy summary" />}
    >
      <QueryProblem error={error} refetch={refetch} />
      {isFromList(detail) && <NotOffered of={getComputerDetail}>Only data from the computer list is shown.</NotOffered>}
      {/* The list adds facts to the header (loading.css). */}
      <div aria-busy={isListing}>
        <ComputerHeader
          detail={detail}
          row={row}
          actions={actions.map((action) => (
            <AgentButton key={action} action={action} size="xs" onClick={() => check(action, [id])} />
          ))}
        />
      </div>
      <LinkTabs
        label="Computer"
        tabs={[
          { label: 'Overview', to: paths.computer(id) },
          {
            label: 'Software',
            to: paths.computerSoftware(id),
            count: detail.computer_software_summary?.total_software,
          },
          activityTab(paths.computer(id)),
        ]}
      />
      <TabPanel>
        <Outlet />
      </TabPanel>
    </Page>
  )
}

type NotShownProps = { error: Error; unlisted: Error | null; onRetry: () => Promise<unknown> }

/** Error display: if the server has no list of computers either, the operation is missing and not the computer. */
function NotShown({ error, unlisted, onRetry }: NotShownProps) {
  const isOffered = unlisted === null || !isNotOffered(problemOf(unlisted))
  return (
    <>
      {isOffered ? (
        <QueryProblem error={error} refetch={onRetry} />
      ) : (
        <PartProblem error={error} of={getComputerDetail} />
      )}
      <ActionLink to={paths.desktops} w="fit-content">
        Search computers
      </ActionLink>
    </>
  )
}
