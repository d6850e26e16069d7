import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, type Params, useNavigate, useParams } from 'react-router'
import { call } from '#api/call.ts'
import { prefetch, query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { RawRecordSection } from '#components/devices/RawRecordSection.tsx'
import { OneProblem } from '#components/offered/OneProblem.tsx'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { useOpened } from '#components/recent/use-opened.ts'
import { addDeviceApps, type App, deleteApp, getApp, listApps, removeDeviceApps } from '#contract/mdm/apps.ts'
import { addGroupApps, removeGroupApps } from '#contract/mdm/groups.ts'
import { instantOf } from '#contract/time.ts'
import { Distribution } from '#pages/devices/Distribution.tsx'
import { textOf } from '#contract/words/value-text.ts'
import { remove } from '#api/remove.ts'
import { appKind, platformOf } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { AppLabels } from './AppLabels.tsx'

const idIn = (params: Params) => params.id ?? ''
const appQuery = (app_id: string) => query(getApp, { app_id })

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(appQuery(idIn(params)))

/** An app of the catalog, and its distribution. */
export function Component() {
  const id = idIn(useParams())
  const { data: app, error, refetch } = useQuery(appQuery(id))
  useOpened('App', app && (app.app_name || app.bundle_identifier || id), paths.app(id))
  const state = error ? <OneProblem error={error} of={getApp} list={listApps} onRetry={refetch} /> : !app && <Loading />
  if (!app) return <Page title="App">{state}</Page>
  const name = app.app_name || app.bundle_identifier || id
  return (
    <Page
      title={name}
      actions={
        <ActionButton endpoint={deleteApp} renderDialog={(close) => <DeleteApp id={id} name={name} onClose={close} />}>
          Delete app
        </ActionButton>
      }
    >
      {state}
      <Facts app={app} />
      <Distribution
        name={name}
        endpoint={addDeviceApps}
        changes={addGroupApps.changes}
        counts={[
          { label: 'Distributed to devices', value: app.device_count },
          { label: 'Installed on devices', value: app.installed_count },
          { label: 'Distributed to groups', value: app.group_count },
        ]}
        ways={{
          toDevice: (device_id) => call(addDeviceApps, { device_id, app_ids: [id] }),
          toGroup: (group_id) => call(addGroupApps, { group_id, app_ids: [id] }),
          fromDevice: (device_id) => call(removeDeviceApps, { device_id, app_ids: [id] }),
          fromGroup: (group_id) => call(removeGroupApps, { group_id, app_ids: [id] }),
        }}
      />
      <AppLabels id={id} />
      <RawRecordSection record={app} />
    </Page>
  )
}

/** Only the URL of the icon is shown; images of other servers are not loaded. */
const Facts = ({ app }: { app: App }) => (
  <Properties
    columns={3}
    items={[
      { label: 'Platform', value: <CodeValue of={platformOf(app.platform_type)} /> },
      { label: 'Version', value: app.version || '–' },
      { label: 'Package', value: packageOf(app) },
      { label: 'Kind', value: <CodeValue of={appKind(app.app_type)} /> },
      { label: 'Category', value: app.app_category || '–' },
      { label: 'Paid', value: app.is_app_paid === undefined ? 'Unknown' : app.is_app_paid ? 'Yes' : 'No' },
      { label: 'Identifier', value: <code>{app.bundle_identifier || '–'}</code>, copy: app.bundle_identifier },
      { label: 'Store URL', value: app.store_url || '–', copy: app.store_url },
      { label: 'Icon URL', value: app.icon || '–' },
      { label: 'Description', value: app.description || '–' },
      { label: 'Added', value: <Moment at={instantOf(app.added_time)} raw={textOf(app.added_time)} /> },
      { label: 'Changed', value: <Moment at={instantOf(app.modified_time)} raw={textOf(app.modified_time)} /> },
      { label: 'App ID', value: <code>{app.app_id ?? '–'}</code>, copy: app.app_id },
    ]}
  />
)

function DeleteApp({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Confirm
      title={`Delete app ${name}?`}
      action="Delete app"
      typed={name}
      onConfirm={() => remove(deleteApp, { app_id: id }, () => navigate(paths.apps, { replace: true }))}
      onClose={onClose}
    >
      The app is removed from the catalog. Remove it from all devices and groups first, or the server refuses the
      deletion.
    </Confirm>
  )
}

const packageOf = ({ file_name, file_size }: App) =>
  file_name ? `${file_name}${file_size === undefined ? '' : `, ${file_size.toLocaleString('en')} bytes`}` : '–'
