import type { LoaderFunctionArgs } from 'react-router'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { type App, listApps } from '#contract/mdm/apps.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { counted, textColumn } from '#pages/devices/Columns.tsx'
import { listed, useList } from '#pages/devices/list-state.ts'
import { ListSearchField, NothingListed } from '#pages/devices/ListSearchField.tsx'
import { appKind, platformName } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'

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
            problem={error && <ProblemPanel problem={problemOf(error)} onRetry={refetch} />}
            empty={<NothingListed {...{ search, show }} what="apps" hint="Apps are added on the server." />}
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const columns: Column<App>[] = [
  textColumn('app_name', 'Name', 190, ({ app_name }) => app_name, 1),
  textColumn('platform_type', 'Platform', 105, ({ platform_type }) => platformName(platform_type), 1),
  textColumn('version', 'Version', 85, ({ version }) => version),
  textColumn('app_type', 'Kind', 120, ({ app_type }) => appKind(app_type)),
  textColumn('app_category', 'Category', 115, ({ app_category }) => app_category),
  counted('device_count', 'Distributed to', 115, ({ device_count }) => device_count, 1),
  counted('installed_count', 'Installed on', 105, ({ installed_count }) => installed_count, 1),
  counted('group_count', 'Groups', 80, ({ group_count }) => group_count),
  textColumn('bundle_identifier', 'Identifier', 230, ({ bundle_identifier }) => bundle_identifier),
]
