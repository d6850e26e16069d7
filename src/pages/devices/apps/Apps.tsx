import type { LoaderFunctionArgs } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { type App, createApp, listApps } from '#contract/mdm/apps.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { resourceList } from '#pages/devices/resource-list.ts'
import { appKind, platformOf } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { NewApp } from './NewApp.tsx'

const list = resourceList(listApps, 'apps')

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(list, request)

/** Apps of the catalog, with their numbers of assigned and installed devices. */
export function Component() {
  const listed = useServerList(list)
  return (
    <Page
      title="Apps"
      actions={
        <ActionButton variant="filled" endpoint={createApp} renderDialog={(close) => <NewApp onClose={close} />}>
          New app
        </ActionButton>
      }
    >
      <AreaTabs>
        <Stack gap="md">
          <ListTable
            search="Name, identifier or category"
            caption="Apps"
            {...listed.table}
            columns={columns}
            rowId={({ app_id, bundle_identifier }) => app_id ?? bundle_identifier ?? ''}
            rowHref={({ app_id }) => paths.app(app_id ?? '')}
            grid
            nothing={{ many: 'apps', hint: 'Add one with “New app”.' }}
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const { text, number, coded } = columnsOf<App>({ priority: 2 })

const columns = [
  text('app_name', 'Name', ({ app_name }) => app_name, { width: 190, priority: 1 }),
  coded('platform_type', 'Platform', ({ platform_type }) => platformOf(platform_type), { width: 105, priority: 1 }),
  text('version', 'Version', ({ version }) => version, { width: 85 }),
  coded('app_type', 'Kind', ({ app_type }) => appKind(app_type), { width: 120 }),
  text('app_category', 'Category', ({ app_category }) => app_category, { width: 115 }),
  number('device_count', 'Distributed to', ({ device_count }) => device_count, { width: 115, priority: 1 }),
  number('installed_count', 'Installed on', ({ installed_count }) => installed_count, { width: 105, priority: 1 }),
  number('group_count', 'Groups', ({ group_count }) => group_count, { width: 80 }),
  text('bundle_identifier', 'Identifier', ({ bundle_identifier }) => bundle_identifier, { width: 230 }),
]
