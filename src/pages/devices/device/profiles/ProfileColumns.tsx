import type { RecordOf } from '#contract/field.ts'
import type { deviceGroups } from '#contract/mdm/device-fields.ts'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import { textOf } from '#pages/devices/field-value.ts'
import { Text } from '#ui/layout/layout.ts'
import { type Column } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'

export type DeviceProfile = RecordOf<typeof deviceGroups.profiles.profiles.of>

const time = (
  id: string,
  header: string,
  at: (profile: DeviceProfile) => Scalar | undefined,
): Column<DeviceProfile> => ({
  id,
  header,
  kind: 'date',
  width: '12%',
  priority: 2,
  sortable: true,
  value: (profile) => instantOf(at(profile))?.getTime(),
  cell: (profile) => <Moment at={instantOf(at(profile))} raw={textOf(at(profile))} />,
})

const remarkOf = ({ localized_remarks, remarks }: DeviceProfile) => textOf(localized_remarks) || textOf(remarks)

export const profileColumns: Column<DeviceProfile>[] = [
  {
    id: 'name',
    header: 'Profile',
    width: '26%',
    priority: 1,
    sortable: true,
    value: ({ profile_name, profile_id }) => textOf(profile_name) || textOf(profile_id),
    cell: ({ profile_name, profile_description }) => (
      <>
        {profile_name || '–'}
        {profile_description && (
          <Text size="xs" c="dimmed" truncate>
            {profile_description}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '19%',
    priority: 1,
    sortable: true,
    value: ({ status }) => textOf(status),
    // The reference states no meaning for its numbers.
    cell: ({ status }) => (textOf(status) === '' ? '–' : `${textOf(status)}, meaning not defined`),
  },
  {
    id: 'remarks',
    header: 'Remarks',
    width: '18%',
    priority: 1,
    sortable: true,
    value: remarkOf,
    cell: (profile) => remarkOf(profile) || '–',
  },
  time('applied_time', 'Applied', ({ applied_time }) => applied_time),
  {
    id: 'changed_by',
    header: 'Changed by',
    width: '13%',
    priority: 2,
    sortable: true,
    value: ({ last_modified_user, created_user }) => last_modified_user ?? created_user,
    cell: ({ last_modified_user, created_user }) => last_modified_user || created_user || '–',
  },
  time('last_modified_time', 'Changed', ({ last_modified_time }) => last_modified_time),
]
