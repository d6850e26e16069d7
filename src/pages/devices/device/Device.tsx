import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Outlet, type ShouldRevalidateFunctionArgs, useParams } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { activityTab } from '#components/activity/activity-tabs.ts'
import { loadBehind } from '#components/area/load-behind.ts'
import { isFromList } from '#components/devices/cached-device.ts'
import { NotOffered } from '#components/offered/PartProblem.tsx'
import { useOpened } from '#components/recent/use-opened.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { callSummary, nameOf } from '#pages/devices/device-facts.ts'
import { deviceIdOf, deviceQuery } from '#pages/devices/device-query.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { DeviceActions } from './actions/DeviceActions.tsx'
import { PendingCommands } from './actions/PendingCommands.tsx'
import { DeviceHeader } from './DeviceHeader.tsx'
import { DeviceEdits } from './edit/DeviceEdits.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => {
  loadBehind(() => import('./actions/ActionDialog.tsx'))
  return prefetch(deviceQuery(deviceIdOf(params)))
}

/** Skips revalidation if only URL parameters change, such as filters of a tab. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

const tabsOf = (id: string) => [
  { label: 'Overview', to: paths.device(id) },
  { label: 'Restrictions', to: paths.deviceRestrictions(id) },
  { label: 'Command history', to: paths.deviceCommands(id) },
  { label: 'Certificates', to: paths.deviceCertificates(id) },
  { label: 'Apps', to: paths.deviceApps(id) },
  { label: 'Profiles', to: paths.deviceProfiles(id) },
  { label: 'Security', to: paths.deviceSecurity(id) },
  { label: 'Location', to: paths.deviceLocation(id) },
  activityTab(paths.device(id)),
]

export function Component() {
  const id = deviceIdOf(useParams())
  const { data: device, error, refetch } = useQuery(deviceQuery(id))
  useOpened('Device', device && nameOf(device), paths.device(id))
  if (!device) return <Page title="Device">{error ? <NotShown error={error} onRetry={refetch} /> : <Loading />}</Page>
  return (
    <Page
      title={nameOf(device)}
      actions={
        <>
          <CopyButton withText value={callSummary(device)} label="Copy summary" />
          <DeviceEdits device={device} />
          <DeviceActions device={device} />
        </>
      }
    >
      {error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
      {isFromList(device) && <NotOffered of={getDevice}>Only data from the device list is shown.</NotOffered>}
      <DeviceHeader device={device} />
      <PendingCommands device={device} deviceId={id} />
      <LinkTabs label="Device" tabs={tabsOf(id)} />
      <TabPanel>
        <Outlet />
      </TabPanel>
    </Page>
  )
}

function NotShown({ error, onRetry }: { error: Error; onRetry: () => Promise<unknown> }) {
  return (
    <>
      <QueryProblem error={error} refetch={onRetry} />
      {problemOf(error).status === 404 && (
        <ActionLink to={paths.devices} w="fit-content">
          Search devices
        </ActionLink>
      )}
    </>
  )
}
