import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useMay } from '#api/may.ts'
import { prefetch, query } from '#api/query.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { labelOf } from '#contract/words/label.ts'
import { endpointOf } from '#contract/mdm/commands.ts'
import { deviceGroups } from '#contract/mdm/device-fields.ts'
import { getDevicePrivacy } from '#contract/mdm/device-parts.ts'
import { deviceIdOf, useDevice } from '#pages/devices/device-query.ts'
import { ActionDialog } from '#pages/devices/device/actions/ActionDialog.tsx'
import { FieldValue } from '#pages/devices/device/FieldValue.tsx'
import { type Bag, own } from '#pages/devices/device/record-fields.ts'
import { shown } from '#components/devices/field-value.ts'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Properties } from '#ui/values/Properties.tsx'
import { Positions } from './Positions.tsx'

export const loader = ({ params }: LoaderFunctionArgs) =>
  prefetch(query(getDevicePrivacy, { device_id: deviceIdOf(params) }))

/** Location is personal data: permission first, and positions only on request. */
export function Component() {
  const id = deviceIdOf(useParams())
  const device = useDevice()
  const [asked, setAsked] = useState(false)
  const [fetching, setFetching] = useState(false)
  const privacy = useQuery(query(getDevicePrivacy, { device_id: id }))
  const may = useMay()(endpointOf('fetch_location').permission)
  return (
    <Stack gap="md">
      {privacy.error && <PartProblem error={privacy.error} of={getDevicePrivacy} onRetry={privacy.refetch} />}
      <Properties title="Location permissions" items={privacyOf(privacy.data ?? device, device)} />
      <Group gap="sm">
        {!asked && <Button onClick={() => setAsked(true)}>Show location history</Button>}
        {may && (
          <Button variant="default" onClick={() => setFetching(true)}>
            Fetch location now
          </Button>
        )}
      </Group>
      {!asked && (
        <Text size="sm" c="dimmed" maw="44rem">
          The location of a device reveals the location of its user. View it only with a reason, such as a lost device.
          Positions are loaded from the management server and drawn locally. No map service is contacted.
        </Text>
      )}
      {asked && <Positions deviceId={id} />}
      {fetching && <ActionDialog device={device} action="fetch_location" onClose={() => setFetching(false)} />}
    </Stack>
  )
}

const privacyNames = Object.keys(deviceGroups.privacy) as (keyof typeof deviceGroups.privacy)[]

/** Privacy settings; their numbers are undocumented, so they are displayed only. */
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
