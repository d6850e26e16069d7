import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#api/query.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { type DeviceApp, getDeviceApp } from '#contract/mdm/apps.ts'
import { instantOf } from '#contract/time.ts'
import { textOf } from '#contract/words/value-text.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Anchor, Stack } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'

type Props = { device_id: string; app_id: string; name: string; onClose: () => void }

/** Current details of an app of a device. */
export function AppDetails({ device_id, app_id, name, onClose }: Props) {
  const { data: app, error, refetch } = useQuery(query(getDeviceApp, { device_id, app_id }))
  return (
    <Dialog title={name} onClose={onClose}>
      <Stack gap="md">
        {error && <PartProblem error={error} of={getDeviceApp} onRetry={refetch} />}
        {!app && !error && <Loading />}
        {app && <Properties bare items={factsOf(app)} />}
        <Anchor component={Link} to={paths.app(app_id)} size="sm">
          Show the app in the catalog
        </Anchor>
      </Stack>
    </Dialog>
  )
}

const yesOrNo = (value: boolean | undefined) => (value === undefined ? '–' : value ? 'Yes' : 'No')

const factsOf = (app: DeviceApp) => [
  { label: 'Distributed', wireName: 'is_distributed', value: yesOrNo(app.is_distributed) },
  { label: 'Installed', wireName: 'is_installed', value: yesOrNo(app.is_installed) },
  { label: 'Version', wireName: 'app_version', value: app.app_version || '–' },
  { label: 'Version code', wireName: 'app_version_code', value: app.app_version_code || '–' },
  {
    label: 'Release label',
    wireName: 'release_label_details',
    value: app.release_label_details?.release_label_name || '–',
  },
  { label: 'Platform', wireName: 'platform', value: app.platform || textOf(app.platform_type) || '–' },
  { label: 'Identifier', wireName: 'identifier', value: app.identifier || '–', copy: app.identifier },
  {
    label: 'Added',
    wireName: 'added_time',
    value: <Moment at={instantOf(app.added_time)} raw={textOf(app.added_time)} />,
  },
  {
    label: 'Changed',
    wireName: 'modified_time',
    value: <Moment at={instantOf(app.modified_time)} raw={textOf(app.modified_time)} />,
  },
  { label: 'App ID', wireName: 'app_id', value: app.app_id || '–', copy: app.app_id },
]
