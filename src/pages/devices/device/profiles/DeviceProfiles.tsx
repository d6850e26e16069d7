import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useMay } from '#api/may.ts'
import { prefetch } from '#api/query.ts'
import { placeOf } from '#components/devices/cached-device.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { listDeviceConfigurationProfiles } from '#contract/mdm/device-parts.ts'
import { addDeviceProfiles, listDeviceProfiles } from '#contract/mdm/profiles.ts'
import { deviceIdOf, useDevice } from '#pages/devices/device-query.ts'
import { wholeList } from '#pages/devices/device/whole-list.ts'
import { Distribute } from '#pages/devices/distribution/Distribute.tsx'
import { distributedProfiles } from '#pages/devices/distribution/distributed.ts'
import { RemoveItems } from '#pages/devices/distribution/RemoveItems.tsx'
import { textOf } from '#contract/words/value-text.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { later } from '#ui/layout/later.ts'
import { Stack, Text, Title } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import { PayloadPanel } from './PayloadPanel.tsx'
import { payloadCards, sameCard, topLevelPayload } from './profile-rows.ts'
import { type DeviceProfile, profileColumns } from './ProfileColumns.tsx'

const ProfileDetails = later(async () => (await import('./ProfileDetails.tsx')).ProfileDetails)

export function loader({ params }: LoaderFunctionArgs) {
  prefetch(wholeList(listDeviceConfigurationProfiles, deviceIdOf(params)))
  return prefetch(wholeList(listDeviceProfiles, deviceIdOf(params)))
}

/** Distributed and installed profiles. */
export function Component() {
  const id = deviceIdOf(useParams())
  const device = useDevice()
  const asked = useQuery(wholeList(listDeviceProfiles, id))
  const { data, error } = asked
  const may = useMay()(addDeviceProfiles.permission)
  const [open, setOpen] = useState<DeviceProfile>()
  const columns = useMemo(() => profileColumns(setOpen), [])
  const rows = data?.rows ?? (error ? device.profiles : undefined) ?? none
  return (
    <Stack gap="md">
      <ListTable
        asked={asked}
        filterBar={may && <Distribute kind={distributedProfiles} device={device} has={rows.map(idOf)} />}
        of={listDeviceProfiles}
        about={rows.length > 0 ? `These profiles are from the ${placeOf(device)}.` : undefined}
        caption="Profiles"
        rows={rows}
        columns={columns}
        rowId={(profile) => idOf(profile) || textOf(profile.profile_name) || String(rows.indexOf(profile))}
        rowHref={(profile) => paths.profile(idOf(profile))}
        SelectionActions={may ? TakeBackProfiles : undefined}
        exportAs="device-profiles"
        empty={<Empty title="No profiles distributed to this device" />}
      />
      <Suspense>
        {open && (
          <ProfileDetails
            device_id={id}
            profile_id={idOf(open)}
            name={textOf(open.profile_name) || idOf(open)}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
      <ConfigurationProfiles deviceId={id} />
    </Stack>
  )
}

const none: DeviceProfile[] = []
const idOf = ({ profile_id }: DeviceProfile) => textOf(profile_id)

const TakeBackProfiles = (selected: Selected<DeviceProfile>) => (
  <RemoveItems
    {...selected}
    kind={distributedProfiles}
    takenOf={(profile) => ({ itemId: idOf(profile), name: textOf(profile.profile_name) })}
  />
)

/** Profiles reported by the device, from any source. */
function ConfigurationProfiles({ deviceId }: { deviceId: string }) {
  const device = useDevice()
  const { data, error, refetch } = useQuery(wholeList(listDeviceConfigurationProfiles, deviceId))
  const profiles = data?.rows ?? (error ? device.configuration_profiles : undefined)
  const cards = payloadCards(profiles ?? [])
  const top = topLevelPayload(device)
  const same = top && sameCard(top, cards)
  return (
    <>
      <Title order={2} size="md">
        Configuration profiles on the device
      </Title>
      {error && <PartProblem error={error} of={listDeviceConfigurationProfiles} onRetry={refetch} />}
      {!profiles && !error && <Loading />}
      {profiles?.length === 0 && <Text size="sm">No configuration profiles reported by the device.</Text>}
      {cards.map((card) => (
        <PayloadPanel key={card.id} card={card} />
      ))}
      {top && !same && <PayloadPanel card={top} />}
      {same && (
        <Text size="sm" c="dimmed">
          The payload fields of the device record are identical to “{same.title}”.
        </Text>
      )}
    </>
  )
}
