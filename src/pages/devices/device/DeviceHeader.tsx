import { Link } from 'react-router'
import { EntityHeader } from '#components/area/EntityHeader.tsx'
import type { Device } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { personOf, platformOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#contract/words/value-text.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { statusIn } from '#components/devices/managed-status.ts'
import { StatusBadges } from '#components/devices/StatusBadges.tsx'
import { userOf } from '#components/devices/user-of.ts'

/** Key facts for support calls: user, model and health. */
export function DeviceHeader({ device }: { device: Device }) {
  return (
    <EntityHeader
      label="Device summary"
      facts={[
        {
          label: 'Status',
          value: (
            <>
              <StatusBadges device={device} />
              {!statusIn(device) && 'Unknown'}
            </>
          ),
        },
        {
          label: 'Last contact',
          value: <Moment at={instantOf(device.last_contact_time)} raw={textOf(device.last_contact_time)} />,
        },
        { label: 'User', value: <User device={device} /> },
        { label: 'Platform', value: platformOf(device) || '–' },
        { label: 'Model', value: textOf(device.model ?? device.model_name ?? device.product_name) || '–' },
        { label: 'Serial number', copy: textOf(device.serial_number) },
        { label: 'IMEI', copy: textOf(device.imei) },
      ]}
    >
      {device.is_lost_mode_enabled === true && (
        <Notice tone="bad" title="This device is in lost mode.">
          {textOf(device.audit_message)}
        </Notice>
      )}
      {device.is_removed === true && (
        <Notice tone="muted" title="This device is no longer managed.">
          The data shown is from its last contact.
        </Notice>
      )}
    </EntityHeader>
  )
}

function User({ device }: { device: Device }) {
  const { name, email } = userOf(device)
  const others = email ?? name
  const person = personOf(device)
  return (
    <>
      {person ? (
        <Anchor component={Link} to={person}>
          {name ?? email}
        </Anchor>
      ) : (
        '–'
      )}
      {others && (
        <Anchor component={Link} to={devicesOf(others)}>
          All devices for this user
        </Anchor>
      )}
    </>
  )
}

const devicesOf = (user: string) => `${paths.devices}?${new URLSearchParams({ search: user.slice(0, 200) })}`
