import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { prefetch, query } from '#api/query.ts'
import { useMay } from '#api/use-may.ts'
import { labelOf } from '#contract/field.ts'
import { deviceGroups } from '#contract/mdm/device-fields.ts'
import { getDevicePrivacy } from '#contract/mdm/device-parts.ts'
import { deviceIdOf, problemOf, useDevice } from '#pages/devices/device-query.ts'
import { ActionDialog } from '#pages/devices/device/actions/ActionDialog.tsx'
import { permissionOf } from '#pages/devices/device/actions/send-action.ts'
import { FieldValue } from '#pages/devices/device/FieldValue.tsx'
import { type Bag, own } from '#pages/devices/device/record-fields.ts'
import { shown } from '#pages/devices/field-value.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Properties } from '#ui/values/Properties.tsx'
import { Positions } from './Positions.tsx'

export const loader = ({ params }: LoaderFunctionArgs) =>
  prefetch(query(getDevicePrivacy, { device_id: deviceIdOf(params) }))

/** Where a device is says where a person is: what may be fetched comes first, and the positions when somebody asks. */
export function Component() {
  const id = deviceIdOf(useParams())
  const device = useDevice()
  const [asked, setAsked] = useState(false)
  const [fetching, setFetching] = useState(false)
  const privacy = useQuery(query(getDevicePrivacy, { device_id: id }))
  const may = useMay()(permissionOf('fetch_location'))
  return (
    <Stack gap="md">
      {privacy.error && <ProblemPanel problem={problemOf(privacy.error)} onRetry={() => void privacy.refetch()} />}
      <Properties title="What may be fetched" items={privacyOf(privacy.data ?? device, device)} />
      <Group gap="sm">
        {!asked && <Button onClick={() => setAsked(true)}>Show where it has been</Button>}
        {may && (
          <Button variant="default" onClick={() => setFetching(true)}>
            Fetch the location now
          </Button>
        )}
      </Group>
      {!asked && (
        <Text size="sm" c="dimmed" maw="44rem">
          Where a device is says where its user is. Look only when you have a reason, such as a device that is lost. The
          positions are asked for from the server of the device when you press the button, and drawn here: no map server
          hears of them.
        </Text>
      )}
      {asked && <Positions deviceId={id} />}
      {fetching && <ActionDialog device={device} action="fetch_location" onClose={() => setFetching(false)} />}
    </Stack>
  )
}

const privacyNames = Object.keys(deviceGroups.privacy) as (keyof typeof deviceGroups.privacy)[]

/** Their numbers have no stated meaning: they are shown, and decide nothing here. */
const privacyOf = (says: Bag, { owned_by }: { owned_by?: unknown }) => [
  {
    label: 'Owned by',
    wireName: 'owned_by',
    value: <FieldValue label="Owned by" shown={shown('owned_by', undefined, owned_by)} />,
  },
  ...privacyNames.map((name) => ({
    label: labelOf(name),
    wireName: name,
    value:
      own(says, name) === undefined ? (
        'Unknown'
      ) : (
        <FieldValue label={labelOf(name)} shown={shown(name, deviceGroups.privacy[name], own(says, name))} />
      ),
  })),
]
