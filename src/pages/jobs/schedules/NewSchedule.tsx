import type { ReactNode } from 'react'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { useStoredTimeout } from '#components/discovery/timeout.ts'
import type { JobOrder } from '#components/jobs/start-job.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { backUp } from '#contract/console/connections.ts'
import { exportRows } from '#contract/console/views/views.ts'
import { scanComputers } from '#contract/desktop/inventory.ts'
import { discoverFromFile, discoverHost } from '#contract/keys/discovery.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { sendCommands } from '#contract/mdm/commands.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { useMay } from '#api/may.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { PlanBackup } from './PlanBackup.tsx'
import { RenewDue } from './RenewDue.tsx'

/** Uses the timeout last entered at this site. */
function PlanKnownHosts({ onClose }: { onClose: () => void }) {
  const [timeout] = useStoredTimeout()
  const order = {
    endpoint: discoverFromFile,
    title: 'Check known hosts again',
    input: { TIMEOUT: timeout },
    items: [],
  }
  return <PlanDialog order={order} target="known-hosts" onClose={onClose} />
}

const securityCheck: JobOrder = { endpoint: getDeviceSecurity, title: 'Security check', input: {}, items: [] }

type Offer = { title: string; endpoint: Endpoint; text: string; action: ReactNode }

const offers: readonly Offer[] = [
  {
    title: 'Check known hosts again',
    endpoint: discoverFromFile,
    text: 'Reads the certificates that each host of the inventory presents. The hosts are determined at each start.',
    action: (
      <ActionButton variant="filled" renderDialog={(close) => <PlanKnownHosts onClose={close} />}>
        Schedule…
      </ActionButton>
    ),
  },
  {
    title: 'Discover certificates of networks',
    endpoint: discoverHost,
    text: 'Enter hosts, an address range or a list under Discovery, then choose “Schedule…”. Each run names the hosts that are new, changed or no longer have a certificate.',
    action: <ActionLink to={paths.discovery}>Go to Discovery</ActionLink>,
  },
  {
    title: 'Check the security of all devices',
    endpoint: getDeviceSecurity,
    text: 'Reads encryption, passcode and integrity of every device that is or was enrolled, and lists those that need attention. The devices are determined at each start.',
    action: (
      <ActionButton
        variant="filled"
        renderDialog={(close) => (
          <PlanDialog order={securityCheck} target="enrolled-devices" initial="weekly" onClose={close} />
        )}
      >
        Schedule…
      </ActionButton>
    ),
  },
  {
    title: 'Renew certificates that expire soon',
    endpoint: createRequest,
    text: 'Renews certificates from internal authorities with the same names and a new key, after at least half of their validity and unless a newer certificate with the same name exists. The certificates are determined at each start. Nothing is deployed or revoked.',
    action: <RenewDue />,
  },
  {
    title: 'Send a command to devices',
    endpoint: sendCommands,
    text: 'Select devices in the list, choose a command, then “Schedule…”.',
    action: <ActionLink to={paths.devices}>Go to Devices</ActionLink>,
  },
  {
    title: 'Send a command to the devices of a query',
    endpoint: sendCommands,
    text: 'Write or open a query, select its devices, choose a command, then “Schedule…” and “Devices that match the query at each start”. The devices are determined at each start.',
    action: <ActionLink to={paths.deviceQuery}>Go to Query</ActionLink>,
  },
  {
    title: 'Scan computers, or install or remove agents',
    endpoint: scanComputers,
    text: 'Select computers under Agents, check the selection, then choose “Schedule…”.',
    action: <ActionLink to={paths.desktopAgents}>Go to Agents</ActionLink>,
  },
  {
    title: 'Scan the computers of a query, or install agents on them',
    endpoint: scanComputers,
    text: 'Write or open a query, select its computers, choose an action, then “Schedule…” and “Computers that match the query at each start”. The computers are determined at each start.',
    action: <ActionLink to={paths.desktopQuery}>Go to Query of desktops</ActionLink>,
  },
  {
    title: 'Export a view',
    endpoint: exportRows,
    text: 'Choose “Export…” at a saved view, then “Schedule…”. Each run writes all rows that the list has then into a CSV file that only you can download.',
    action: <ActionLink to={paths.views}>Go to Views</ActionLink>,
  },
  {
    title: 'Back up',
    endpoint: backUp,
    text: 'Writes a backup of everything but the master key into the backup folder of the server, and removes older ones. Keep the master key in another place.',
    action: <PlanBackup />,
  },
]

/** Kinds of schedules, each with a button or a link to the page where it is created. */
export function Component() {
  const may = useMay()
  const offered = offers.filter(({ endpoint }) => may(endpoint.permission))
  return (
    <Page title="New schedule">
      <Text size="sm">
        A schedule starts a job with your account, also while you are not signed in. It pauses when your account is
        disabled or loses the permission.
      </Text>
      {offered.length === 0 && (
        <Text size="sm">Your account has no permission for anything that can be scheduled.</Text>
      )}
      {offered.map(({ title, text, action }) => (
        <Panel key={title} title={title}>
          <Stack gap="sm">
            <Text size="sm">{text}</Text>
            <Group align="end">{action}</Group>
          </Stack>
        </Panel>
      ))}
    </Page>
  )
}
