import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Query } from '#components/fleet/Query.tsx'
import { queryAddress } from '#components/fleet/query-address.ts'
import type { QueryRow } from '#components/fleet/query-subject.ts'
import { SiteCatalog, useSiteCatalog } from '#components/fleet/use-catalog.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { later } from '#ui/layout/later.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'

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
            <Query name="Devices" SelectionActions={Chosen} facts={factColumns} hrefOf={hrefOf} />
          </SiteCatalog>
        ) : (
          <Loading lines={4} />
        )}
      </AreaTabs>
    </Page>
  )
}

const DeviceSelection = later(async () => (await import('#pages/devices/list/DeviceSelection.tsx')).DeviceSelection)

/**
 * Fields that determine whether commands can be sent, and the name of a device; requested in addition to the visible
 * columns.
 */
const factColumns = [
  'user_name',
  'serial_number',
  'managed_status',
  'platform_type',
  'owned_by',
  'is_lost_mode_enabled',
  'os_version',
]

const hrefOf = ({ device_id = '' }: QueryRow) => paths.device(device_id)

const deviceOf = ({ device_id, device_name, values }: QueryRow) =>
  ({
    ...Object.fromEntries(factColumns.map((name) => [name, values[name] ?? undefined])),
    device_id,
    device_name,
  }) as DeviceSummary

function Chosen({ withRows, ...selected }: Selected<QueryRow>) {
  const [address] = useSearchParams()
  return (
    <Suspense>
      <DeviceSelection
        {...selected}
        source="Query"
        query={queryAddress.read(address).query}
        withRows={(title, use) => withRows(title, (rows) => use(rows.map(deviceOf)))}
      />
    </Suspense>
  )
}
