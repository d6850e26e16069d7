import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { change, useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { prefetch } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { placeOf } from '#components/devices/cached-device.ts'
import { listAddress, textUpTo } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useListState } from '#components/lists/use-list-state.ts'
import { listDeviceApps, refreshDeviceApps } from '#contract/mdm/apps.ts'
import { deviceIdOf, useDevice } from '#pages/devices/device-query.ts'
import { wholeList } from '#pages/devices/device/whole-list.ts'
import { Distribute } from '#pages/devices/distribution/Distribute.tsx'
import { distributedApps } from '#pages/devices/distribution/distributed.ts'
import { RemoveItems } from '#pages/devices/distribution/RemoveItems.tsx'
import { later } from '#ui/layout/later.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import { IconRefresh } from '#ui/theme/icons.ts'
import { type AppRow, appRows, type AppState, appStates, statesIn } from './app-rows.ts'
import { appColumns } from './AppColumns.tsx'

const AppDetails = later(async () => (await import('./AppDetails.tsx')).AppDetails)

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(wholeList(listDeviceApps, deviceIdOf(params)))

const shownStates = listAddress({ show: textUpTo(20) })

/** Compares distributed with installed apps: missing and unmanaged ones. */
export function Component() {
  const id = deviceIdOf(useParams())
  const device = useDevice()
  const asked = useQuery(wholeList(listDeviceApps, id))
  const { data, error } = asked
  const [isRefreshed, setRefreshed] = useState(false)
  const { problem, pending, attempt } = useAttempt()
  const refresh = async () => {
    setRefreshed(false)
    await change(refreshDeviceApps, { device_id: id })
    setRefreshed(true)
  }
  const may = useMay()
  const { state, show } = useListState(shownStates)
  // The device record is used only if the list cannot be read.
  const rows = useMemo(() => (data || error ? appRows(data?.rows, device) : []), [data, error, device])
  const [open, setOpen] = useState<AppRow>()
  const columns = useMemo(() => appColumns(setOpen), [])
  const shown = Object.hasOwn(appStates, state.show) ? (state.show as AppState) : undefined
  // Without data, no counts are shown.
  const isTold = data !== undefined || rows.length > 0
  const mayChange = may(refreshDeviceApps.permission)
  return (
    <Stack gap="sm">
      <QueryProblem error={problem} />
      {isRefreshed && (
        <output>
          <Notice tone="info" title="Accepted by the server">
            <span>The device will install distributed apps and report its installed apps.</span>
          </Notice>
        </output>
      )}
      <ListTable
        filterBar={
          <>
            <FilterTabs
              label="Show"
              value={shown ?? 'all'}
              onChange={(state) => show({ show: state === 'all' ? '' : state }, true)}
              options={[
                { value: 'all', label: 'All', count: isTold ? rows.length : undefined },
                ...statesIn(rows)
                  .filter(({ state, count }) => state !== 'untold' || count > 0)
                  .map(({ state, count }) => ({
                    value: state,
                    label: appStates[state].label,
                    count: isTold ? count : undefined,
                  })),
              ]}
            />
            {mayChange && (
              <Group gap="xs" ml="auto">
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconRefresh size={15} aria-hidden />}
                  loading={pending}
                  onClick={() => attempt(refresh)}
                >
                  Refresh apps
                </Button>
                <Distribute kind={distributedApps} device={device} has={rows.map(({ appId }) => appId)} />
              </Group>
            )}
          </>
        }
        asked={asked}
        of={listDeviceApps}
        about={rows.length > 0 ? `The following data is from the ${placeOf(device)}.` : undefined}
        caption="Apps"
        rows={shown ? rows.filter(({ state }) => state === shown) : rows}
        columns={columns}
        rowId={({ id }) => id}
        SelectionActions={mayChange ? TakeBackApps : undefined}
        exportAs="device-apps"
        empty={
          shown ? (
            <Empty title={`No apps under “${appStates[shown].label}”`} hint={appStates[shown].means} />
          ) : (
            <Empty title="No apps distributed or reported" />
          )
        }
      />
      <Suspense>
        {open && (
          <AppDetails
            device_id={id}
            app_id={open.appId}
            name={open.name || open.appId}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Stack>
  )
}

const TakeBackApps = (selected: Selected<AppRow>) => (
  <RemoveItems
    {...selected}
    kind={distributedApps}
    takenOf={({ appId, name, state }) => ({
      itemId: appId,
      name,
      ...(state === 'own' && { refusal: 'not distributed to this device' }),
    })}
  />
)
