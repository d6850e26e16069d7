import type { LoaderFunctionArgs } from 'react-router'
import { prefetch } from '#api/query.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { type App, listApps } from '#contract/mdm/apps.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { listed, useList } from '#pages/devices/list-state.ts'
import { ListSearchField, NothingListed } from '#pages/devices/ListSearchField.tsx'
import { appKind, platformName } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => prefetch(listed(listApps, new URL(request.url).searchParams))

/** The apps that can be distributed: how many devices are to have each, and how many do. */
export function Component() {
  const { search, show, error, refetch, table } = useList<App>(listApps, 'apps')
  return (
    <Page title="Apps">
      <AreaTabs>
        <Stack gap="md">
          <ListSearchField {...{ search, show }} placeholder="Name, identifier or category" />
          <DataTable
            caption="Apps"
            {...table}
            columns={columns}
            rowId={({ app_id, bundle_identifier }) => app_id ?? bundle_identifier ?? ''}
            rowHref={({ app_id }) => paths.app(app_id ?? '')}
            grid
            problem={error && <PartProblem error={error} of={listApps} onRetry={refetch} />}
            empty={<NothingListed {...{ search, show }} what="apps" hint="Apps are added on the server." />}
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const { text, number } = columnsOf<App>({ priority: 2 })

const columns = [
  text('app_name', 'Name', ({ app_name }) => app_name, { width: 190, priority: 1 }),
  text('platform_type', 'Platform', ({ platform_type }) => platformName(platform_type), { width: 105, priority: 1 }),
  text('version', 'Version', ({ version }) => version, { width: 85 }),
  text('app_type', 'Kind', ({ app_type }) => appKind(app_type), { width: 120 }),
  text('app_category', 'Category', ({ app_category }) => app_category, { width: 115 }),
  number('device_count', 'Distributed to', ({ device_count }) => device_count, { width: 115, priority: 1 }),
  number('installed_count', 'Installed on', ({ installed_count }) => installed_count, { width: 105, priority: 1 }),
  number('group_count', 'Groups', ({ group_count }) => group_count, { width: 80 }),
  text('bundle_identifier', 'Identifier', ({ bundle_identifier }) => bundle_identifier, { width: 230 }),
]
