import { columnsOf } from '#components/lists/Columns.tsx'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { type Coded, coded } from '#contract/codes/legend.ts'
import type { RecordOf } from '#contract/field.ts'
import type { deviceGroups } from '#contract/mdm/device-fields.ts'
import { textOf } from '#contract/words/value-text.ts'
import { Button, Text } from '#ui/layout/layout.ts'

export type DeviceProfile = RecordOf<typeof deviceGroups.profiles.profiles.of>

export const remarkOf = ({ localized_remarks, remarks }: DeviceProfile) => textOf(localized_remarks) || textOf(remarks)
/** Status of a profile; its numbers are undocumented. */
export const statusOf = (status: string): Coded =>
  status === '' ? { label: '–' } : coded('profiles.status', {}, status)

const { text, time, actions } = columnsOf<DeviceProfile, unknown>({ priority: 1, sortable: true }, textOf)
const second = { priority: 2 } as const

export const profileColumns = (open: (profile: DeviceProfile) => void) => [
  text('name', 'Profile', ({ profile_name, profile_id }) => textOf(profile_name) || profile_id, {
    width: '26%',
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
  }),
  text('status', 'Status', ({ status }) => status, {
    width: '19%',
    cell: ({ status }) => <CodeValue of={statusOf(textOf(status))} compact />,
  }),
  text('remarks', 'Remarks', remarkOf, { width: '18%' }),
  time('applied_time', 'Applied', ({ applied_time }) => applied_time, { width: '12%', ...second }),
  text('changed_by', 'Changed by', (profile) => profile.last_modified_user || profile.created_user, {
    width: '13%',
    ...second,
  }),
  time('last_modified_time', 'Changed', ({ last_modified_time }) => last_modified_time, { width: '12%', ...second }),
  actions(
    (profile) =>
      textOf(profile.profile_id) !== '' && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Details of ${textOf(profile.profile_name) || textOf(profile.profile_id)}`}
          onClick={() => open(profile)}
        >
          Details
        </Button>
      ),
    { width: 90 },
  ),
]
