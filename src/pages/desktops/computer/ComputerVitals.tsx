import { Link } from 'react-router'
import { Vitals } from '#components/area/Vitals.tsx'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerDetail } from '#contract/desktop/inventory-fields.ts'
import { given, itemsOf } from '#pages/desktops/computer-facts.ts'
import { paths } from '#paths.ts'
import { Meter } from '#ui/feedback/Meter.tsx'
import { Anchor, Stack, Text } from '#ui/layout/layout.ts'
import { first } from './ComputerCards.tsx'
import { type Disk, disksOf, sizeText } from './disks.ts'

/** Key facts for support calls. Agent health is in the header of all tabs. */
export function ComputerVitals({ detail, row }: { detail: ComputerDetail; row: Computer | undefined }) {
  const { scancomputer: scan, computer_summary: summary, computer_hardware_summary: hardware } = detail
  const owner = first(row?.owner, summary?.owner)
  const users = itemsOf(first(row?.agent_logged_on_users, summary?.agent_logged_on_users))
  const addresses = itemsOf(first(row?.ip_address, scan?.ip_address))
  const model = [hardware?.device_manufacturer, hardware?.device_model].map(given).filter(Boolean).join(' ')
  const [fullest] = disksOf(detail.computer_disk_summary).toSorted(
    (one, other) => (other.percentUsed ?? -1) - (one.percentUsed ?? -1),
  )
  return (
    <Vitals
      of={{
        'Operating system': first(detail.computer_os_summary?.os_name, row?.os_name, scan?.os_name) || undefined,
        'Logged-on users': users.length > 0 ? users.join(', ') : undefined,
        Owner: owner ? (
          <Anchor component={Link} to={paths.person(owner)} size="sm">
            {owner}
          </Anchor>
        ) : undefined,
        'IP addresses': addresses.length > 0 ? addresses.join(', ') : undefined,
        Model: model || undefined,
        'Serial number': given(hardware?.serial_number) || undefined,
        Memory: sizeText(hardware?.memory) || undefined,
        'Fullest disk': fullest && <FullestDisk disk={fullest} />,
        'Branch office': first(row?.branch_office_name, summary?.branch_office_name) || undefined,
      }}
    />
  )
}

/** Name and size above the bar: beside it there is no room. */
const FullestDisk = ({ disk: { name, size, percentUsed, text } }: { disk: Disk }) => (
  <Stack gap={0} w="100%">
    <Text span size="sm" truncate>
      {[name, percentUsed === undefined ? text : size].filter(Boolean).join(': ')}
    </Text>
    {percentUsed !== undefined && (
      <Meter label={`${name} used`} value={percentUsed} max={100} text={`${percentUsed} % used`} />
    )}
  </Stack>
)
