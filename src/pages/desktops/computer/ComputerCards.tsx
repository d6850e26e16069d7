import { Link } from 'react-router'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerDetail } from '#contract/desktop/inventory-fields.ts'
import { coded } from '#contract/codes/legend.ts'
import { osPlatform } from '#contract/desktop/status.ts'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import { statusIn } from '#components/desktops/computer-status.ts'
import {
  errorOf,
  given,
  helpAddressOf,
  itemsOf,
  nameOf,
  ticketText,
  timeText,
  wordsOf,
} from '#pages/desktops/computer-facts.ts'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { ValueNotes } from '#components/value-notes/ValueNotes.tsx'
import { ComputerBadge } from '#components/desktops/ComputerBadge.tsx'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import type { Property } from '#ui/values/Properties.tsx'
import { sizeText } from './disks.ts'
import { serverNow } from '#ui/values/clock.ts'

type Row = Computer | undefined

/** First non-empty value: parts of the response repeat the same facts. */
export const first = (...values: unknown[]) => values.map(given).find((text) => text !== '') ?? ''

const text = (label: string, value: string, copy = false): Property => ({
  label,
  value: value || '–',
  ...(copy && value !== '' ? { copy: value } : {}),
})
/** Omitted if missing: few servers send it, or another field has the same value. */
const textIfGiven = (label: string, value: string): Property[] => (value ? [text(label, value)] : [])
const codeIfGiven = (label: string, field: string, value: unknown, legend = {}): Property[] => {
  const code = given(value)
  return code ? [{ label, value: <CodeValue of={coded(field, legend, code)} /> }] : []
}
/** Link to everything assigned to this user, in all services. */
const person = (label: string, name: string): Property => ({
  label,
  value: name ? (
    <Anchor component={Link} to={paths.person(name)} size="sm">
      {name}
    </Anchor>
  ) : (
    '–'
  ),
})
const time = (label: string, value: Scalar | undefined): Property => ({
  label,
  value: <Moment at={instantOf(value)} raw={given(value)} />,
})
const code = (label: string, value: string): Property => ({
  label,
  value: value ? <code>{value}</code> : '–',
  ...(value ? { copy: value } : {}),
})
/** Comma-separated items, one per line. */
const lines = (label: string, value: unknown): Property => {
  const items = itemsOf(value)
  if (items.length === 0) return { label, value: '–' }
  return {
    label,
    value: items.map((item, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the same address can occur twice
      <code key={at} style={{ display: 'block' }}>
        {item}
      </code>
    )),
    copy: items.join(', '),
  }
}

export const titleOf = ({ computer_summary: summary, scancomputer: scan }: ComputerDetail, row: Row) =>
  first(row?.resource_name, summary?.computer_name) || nameOf(row ?? scan ?? {})

export const computerCard = (
  { computer_summary: summary, scancomputer: scan }: ComputerDetail,
  row: Row,
): Property[] => [
  text('Name', first(row?.resource_name, summary?.computer_name, scan?.resource_name), true),
  ...textIfGiven('Full name', first(row?.full_name, scan?.full_name)),
  text('Full DNS name', first(row?.fqdn_name, summary?.fqdn_name, scan?.fqdn_name), true),
  text('Domain', first(row?.domain_netbios_name, summary?.domain_netbios_name)),
  text('Branch office', first(row?.branch_office_name, summary?.branch_office_name)),
  text('Location', first(row?.location, scan?.location)),
  person('Owner', first(row?.owner, summary?.owner)),
  text('Owner’s email', first(row?.owner_email_id, summary?.owner_email_id), true),
  text('Friendly name', first(row?.['managedcomputer.friendly_name'])),
  text('Description', first(row?.description)),
  text('Search tag', first(row?.search_tag)),
  text('Customer', first(row?.customer_name)),
  ...textIfGiven('Customer ID', first(row?.customer_id)),
  time('Last directory sync', row?.last_sync_time),
  code(
    'Resource ID',
    first(row?.resource_id, summary?.resource_id, scan?.resource_id, row?.resource_id_string, scan?.resource_id_string),
  ),
]

export const networkCard = (
  { computer_summary: summary, scancomputer: scan }: ComputerDetail,
  row: Row,
): Property[] => [
  lines('Logged-on users', first(row?.agent_logged_on_users, summary?.agent_logged_on_users)),
  lines('IP addresses', first(row?.ip_address, scan?.ip_address)),
  lines('MAC addresses', first(row?.mac_address, scan?.mac_address)),
]

export function hardwareCard(hardware: NonNullable<ComputerDetail['computer_hardware_summary']>): Property[] {
  const ends = instantOf(hardware.warranty_expiry_date)
  return [
    text('Manufacturer', given(hardware.device_manufacturer)),
    text('Model', given(hardware.device_model)),
    text('Type', given(hardware.device_type)),
    code('Serial number', given(hardware.serial_number)),
    text('Memory', sizeText(hardware.memory)),
    text('Processor', given(hardware.processor)),
    text('Processors', given(hardware.no_of_processors)),
    time('Shipped', hardware.shipping_date),
    {
      ...time('Warranty ends', hardware.warranty_expiry_date),
      note: ends && ends.getTime() < serverNow() ? 'The warranty is over' : undefined,
    },
  ]
}

export const systemCard = (
  { computer_os_summary: system, scancomputer: scan }: ComputerDetail,
  row: Row,
): Property[] => [
  text('Name', first(system?.os_name, row?.os_name, scan?.os_name)),
  text('Version', first(system?.os_version, row?.os_version, scan?.os_version)),
  text('Service pack', first(system?.service_pack, row?.service_pack, scan?.service_pack)),
  text('Platform', first(system?.os_platform_name, row?.os_platform_name, scan?.os_platform_name)),
  ...codeIfGiven(
    'Platform number',
    'os_platform',
    system?.os_platform ?? row?.os_platform ?? scan?.os_platform,
    osPlatform,
  ),
  ...codeIfGiven('OS flavor', 'osflavor_id', row?.osflavor_id ?? scan?.osflavor_id),
]

export function agentCard({ scancomputer: scan }: ComputerDetail, row: Row): Property[] {
  const error = row ? errorOf(row) : ''
  const help = row && helpAddressOf(row)
  return [
    {
      label: 'Installation',
      value: <ComputerBadge field="installation_status" of={[row, scan]} />,
      note: wordsOf(row?.remarks),
    },
    ...(error === '' ? [] : [{ label: 'Error code', value: <ErrorCode error={error} help={help} /> }]),
    { label: 'Management', value: <Management row={row} /> },
    text('Version', first(row?.agent_version, scan?.agent_version)),
    time('Last contact', row?.agent_last_contact_time ?? scan?.agent_last_contact_time),
    time('Live status updated', row?.computer_status_update_time),
    time('Last restart', row?.agent_last_bootup_time),
    time('Last agent run', row?.agent_executed_on),
    time('Installed', row?.agent_installed_on),
    time('Upgraded', row?.agent_upgraded_on),
    time('Uninstalled', row?.agent_uninstalled_on),
    ...textIfGiven('Details of the remark', given(row?.remarks_args)),
    ...codeIfGiven('Modern apps status', 'modernappdetails.status', row?.['modernappdetails.status']),
  ]
}

/** The server's text; otherwise its code, which has no documented meaning. */
function Management({ row }: { row: Row }) {
  const words = wordsOf(row?.status_label)
  if (words !== '' || row?.managed_status === undefined) return words || '–'
  return <CodeValue of={coded('managed_status', {}, row.managed_status)} />
}

/** Error codes have no documented meaning; some servers link to an article. */
const ErrorCode = ({ error, help }: { error: string; help: string | undefined }) => (
  <>
    {help ? <Help error={error} to={help} /> : error}
    <ValueNotes place={{ field: 'error_code', value: error }} />
  </>
)

const Help = ({ error, to }: { error: string; to: string }) => (
  <Anchor href={to} target="_blank" rel="noreferrer" size="sm">
    {error}, troubleshooting
  </Anchor>
)

export const scanCard = ({ scancomputer: scan, computer_summary: summary }: ComputerDetail): Property[] => [
  {
    label: 'Last attempt',
    value: <ComputerBadge field="scan_status" of={[scan]} />,
    note: wordsOf(scan?.scan_remarks),
  },
  time('Tried', scan?.last_scan_time),
  time('Last success', scan?.last_successful_scan ?? summary?.last_successful_scan),
]

/** Facts to read out or paste into a ticket. */
export function callSummary(detail: ComputerDetail, row: Row): string {
  const { scancomputer: scan, computer_summary: summary, computer_hardware_summary: hardware } = detail
  return ticketText({
    Computer: titleOf(detail, row),
    Domain: first(row?.domain_netbios_name, summary?.domain_netbios_name),
    'Logged-on users': itemsOf(first(row?.agent_logged_on_users, summary?.agent_logged_on_users)).join(', '),
    Owner: first(row?.owner, summary?.owner),
    'Operating system': first(detail.computer_os_summary?.os_name, row?.os_name),
    Model: [hardware?.device_manufacturer, hardware?.device_model].map(given).filter(Boolean).join(' '),
    'Serial number': given(hardware?.serial_number),
    'IP addresses': itemsOf(first(row?.ip_address, scan?.ip_address)).join(', '),
    'Branch office': first(row?.branch_office_name, summary?.branch_office_name),
    Agent: statusIn('installation_status', row, scan)?.label ?? '',
    'Live status': statusIn('computer_live_status', row, scan)?.label ?? '',
    'Last contact': timeText(row?.agent_last_contact_time ?? scan?.agent_last_contact_time),
    'Last successful scan': timeText(scan?.last_successful_scan ?? summary?.last_successful_scan),
    'Resource ID': first(row?.resource_id, summary?.resource_id),
  })
}
