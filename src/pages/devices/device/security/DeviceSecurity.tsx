import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { prefetch, query } from '#api/query.ts'
import { placeOf } from '#components/devices/cached-device.ts'
import { listAddress, oneOf } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import { PartProblem, PartsNotOffered } from '#components/offered/PartProblem.tsx'
import { csvText } from '#contract/csv.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getDeviceFilevault, getDeviceFirmware, getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { deviceIdOf, useDevice } from '#pages/devices/device-query.ts'
import { FieldTable } from '#pages/devices/device/FieldTable.tsx'
import { fieldsOf, known } from '#pages/devices/device/record-fields.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { FirmwarePassword } from './FirmwarePassword.tsx'
import { type PostureFilter, postureFilters, posturePasses, postureRows } from './posture-rows.ts'
import { postureColumns } from './PostureColumns.tsx'

const partsOf = (device_id: string) =>
  [
    query(getDeviceSecurity, { device_id }),
    query(getDeviceFilevault, { device_id }),
    query(getDeviceFirmware, { device_id }),
  ] as const

export function loader({ params }: LoaderFunctionArgs) {
  const [security, filevault, firmware] = partsOf(deviceIdOf(params))
  prefetch(filevault)
  prefetch(firmware)
  return prefetch(security)
}

const filterLabels: Record<PostureFilter, string> = {
  all: 'All',
  attention: 'Needs attention',
  unknown: 'Unknown',
  differ: 'Sources differ',
}

const shown = listAddress({ show: oneOf('all', postureFilters) })

/** Passcode, encryption and integrity: yes, no or unknown, each with its field and source. */
export function Component() {
  const id = deviceIdOf(useParams())
  const device = useDevice()
  const [ofSecurity, ofFilevault, ofFirmware] = partsOf(id)
  const security = useQuery(ofSecurity)
  const filevault = useQuery(ofFilevault)
  const firmware = useQuery(ofFirmware)
  const rows = useMemo(
    () =>
      postureRows([
        { source: 'record', says: device },
        { source: 'security', says: security.data },
        { source: 'filevault', says: filevault.data },
        { source: 'firmware', says: firmware.data },
      ]),
    [device, security.data, filevault.data, firmware.data],
  )
  const isTold = rows.some(({ readings }) => readings.length > 0)
  const { state, show } = useListState(shown)
  const filter = state.show
  const exists = firmware.data?.is_firmware_password_exists ?? device.is_firmware_password_exists
  return (
    <Stack gap="sm">
      <NotRead place={placeOf(device)} asked={[security, filevault, firmware]} />
      {/* Each part adds lines to the rows: on a new page, they appear together (loading.css). */}
      {[security, filevault, firmware].some(({ isPending }) => isPending) && <Loading lines={3} />}
      <DataTable
        filterBar={
          <FilterTabs
            label="Show"
            value={filter}
            onChange={(name) => show({ show: name }, true)}
            options={postureFilters.map((name) => ({
              value: name,
              label: filterLabels[name],
              count:
                isTold || name === 'all' || name === 'unknown'
                  ? rows.filter((row) => posturePasses(row, name)).length
                  : undefined,
            }))}
          />
        }
        caption="Security"
        rows={rows.filter((row) => posturePasses(row, filter))}
        columns={postureColumns}
        rowId={({ name }) => name}
        csv={{ name: 'device-security', write: csvText }}
        empty={
          <Empty
            title={`No entries under “${filterLabels[filter]}”`}
            hint={isTold ? hints[filter] : 'The server reports none of them.'}
          />
        }
      />
      <Properties
        title="Firmware"
        items={[
          {
            label: 'Firmware password',
            wireName: 'firmware_password',
            value: <FirmwarePassword deviceId={id} exists={exists} />,
          },
        ]}
      />
      <ResetAccounts accounts={security.data?.efrp_account_details ?? device.efrp_account_details ?? []} />
    </Stack>
  )
}

const parts: readonly { name: string; endpoint: Endpoint }[] = [
  { name: 'security', endpoint: getDeviceSecurity },
  { name: 'FileVault', endpoint: getDeviceFilevault },
  { name: 'firmware', endpoint: getDeviceFirmware },
]

const hints: Record<PostureFilter, string> = {
  all: '',
  attention: 'No problems found. Check the unknown values as well.',
  unknown: 'All values were reported by the device.',
  differ: 'No two sources report different values.',
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names)

type NotReadProps = { place: string; asked: readonly { error: Error | null; refetch: () => unknown }[] }

/** Lists the parts that could not be read; operations that the server does not offer share one notice. */
function NotRead({ place, asked }: NotReadProps) {
  const unread = parts.flatMap(({ name, endpoint }, at) => {
    const { error, refetch } = asked[at] ?? {}
    return error ? [{ name, endpoint, error, refetch, isMissing: isNotOffered(problemOf(error)) }] : []
  })
  if (unread.length === 0) return null
  return (
    <>
      <PartsNotOffered of={unread.filter(({ isMissing }) => isMissing).map(({ endpoint }) => endpoint)} />
      {unread
        .filter(({ isMissing }) => !isMissing)
        .map(({ endpoint, error, refetch }) => (
          <PartProblem key={endpoint.id} error={error} of={endpoint} {...(refetch && { onRetry: refetch })} />
        ))}
      <Text size="sm">
        For {listed(unread.map(({ name }) => name))}, only data from the {place} is shown.
      </Text>
    </>
  )
}

/** Accounts that can set up the device after a factory reset. */
const ResetAccounts = ({ accounts }: { accounts: readonly object[] }) =>
  accounts.length > 0 && (
    <FieldTable
      table={{
        path: 'efrp_account_details',
        label: 'Accounts allowed to set up the device after a reset',
        fields: known.efrp_account_details?.of ?? {},
        rows: accounts.map(fieldsOf),
      }}
    />
  )
