import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { Query } from '#components/fleet/Query.tsx'
import { queryAddress } from '#components/fleet/query-address.ts'
import type { QueryRow } from '#components/fleet/query-subject.ts'
import { SiteCatalog, useSiteCatalog } from '#components/fleet/use-catalog.ts'
import { maxSelected, queriedFacts, selectDevices } from '#contract/console/plans/device-selections.ts'
import { maxQueried } from '#contract/fleet/fleet-endpoints.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { deviceCount } from '#pages/devices/device-count.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { later } from '#ui/layout/later.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'
import { isSelected } from '#ui/table/selection/selection.ts'
import type { Use } from '#ui/table/selection/use-row-work.ts'

export function Component() {
  const catalog = useSiteCatalog()
  return (
    <Page
      title="Query"
      actions={
        <Anchor component={Link} size="sm" underline="always" to={paths.queryLanguage}>
          Query language
        </Anchor>
      }
    >
      <AreaTabs>
        {catalog ? (
          <SiteCatalog value={catalog}>
            <Query name="Devices" SelectionActions={Chosen} facts={queriedFacts} hrefOf={hrefOf} />
          </SiteCatalog>
        ) : (
          <Loading lines={4} />
        )}
      </AreaTabs>
    </Page>
  )
}

const DeviceSelection = later(async () => (await import('#pages/devices/list/DeviceSelection.tsx')).DeviceSelection)

const hrefOf = ({ device_id = '' }: QueryRow) => paths.device(device_id)

const deviceOf = ({ device_id, device_name, values }: QueryRow) =>
  ({
    ...Object.fromEntries(queriedFacts.map((name) => [name, values[name] ?? undefined])),
    device_id,
    device_name,
  }) as DeviceSummary

function Chosen({ withRows, ...selected }: Selected<QueryRow>) {
  const [address] = useSearchParams()
  const { query } = queryAddress.read(address)
  const { selection, count = 0 } = selected
  const { problem, pending, attempt } = useAttempt()
  const select = async (act: Use<DeviceSummary>) => {
    const { devices } = await call(selectDevices, { query })
    await act(devices.filter(({ device_id = '' }) => isSelected(selection, device_id)))
  }
  // More than a page: the console reads them in one request.
  const isLarge = selection.all && count > maxQueried && count <= maxSelected
  return (
    <Suspense>
      <DeviceSelection
        {...selected}
        source="Query"
        query={query}
        all={selection.all && count > maxSelected ? { count, except: [...selection.except] } : undefined}
        withRows={(title, use) =>
          isLarge ? attempt(() => select(use)) : withRows(title, (rows) => use(rows.map(deviceOf)))
        }
      />
      {pending && <output>Loading {deviceCount(count)} …</output>}
      {problem && <ProblemPanel problem={problem} />}
    </Suspense>
  )
}
