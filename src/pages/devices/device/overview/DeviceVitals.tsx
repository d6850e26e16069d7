import { Link } from 'react-router'
import { Vitals } from '#components/area/Vitals.tsx'
import { deviceFields } from '#contract/mdm/device-fields.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { personOf, platformOf } from '#pages/devices/device-facts.ts'
import { FieldValue } from '#pages/devices/device/FieldValue.tsx'
import { shown } from '#components/devices/field-value.ts'
import { userOf } from '#components/devices/user-of.ts'
import { textOf } from '#contract/words/value-text.ts'
import { Meter } from '#ui/feedback/Meter.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Stack, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { gauges } from './capacity.ts'
import { encryptionState, lostModeState, passcodeState, type State } from './vitals.ts'

/** Key health facts of a device. */
export function DeviceVitals({ device }: { device: Device }) {
  const { name, email } = userOf(device)
  const user = personOf(device)
  return (
    <Vitals
      of={{
        'Operating system': platformOf(device) || undefined,
        'Last contact': <Moment at={instantOf(device.last_contact_time)} raw={textOf(device.last_contact_time)} />,
        Encryption: <Badge of={encryptionState(device)} />,
        Passcode: <Badge of={passcodeState(device)} />,
        Storage: gaugeOf(device, 'Storage used'),
        Battery: gaugeOf(device, 'Battery'),
        'Lost mode': <Badge of={lostModeState(device)} />,
        Owner:
          device.owned_by === undefined ? undefined : (
            <FieldValue label="Owner" shown={shown('owned_by', deviceFields.owned_by, device.owned_by)} />
          ),
        User: user && (
          <Anchor component={Link} to={user} size="sm">
            {name ?? email}
          </Anchor>
        ),
      }}
    />
  )
}

const Badge = ({ of: { tone, text } }: { of: State }) => <StatusBadge tone={tone}>{text}</StatusBadge>

function gaugeOf(device: Device, label: string) {
  const gauge = gauges(device).find((one) => one.label === label)
  const meter = gauge && <Meter label={label} value={gauge.value} max={gauge.max} text={gauge.text} />
  return gauge?.note ? (
    <Stack gap={0} flex={1}>
      {meter}
      <Text span size="xs" c="dimmed">
        {gauge.note}
      </Text>
    </Stack>
  ) : (
    meter
  )
}
