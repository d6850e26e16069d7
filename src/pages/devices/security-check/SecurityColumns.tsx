import { columnsOf } from '#components/lists/Columns.tsx'
import { labelOf } from '#contract/words/label.ts'
import { personOf } from '#pages/devices/device-facts.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Text } from '#ui/layout/layout.ts'
import { encryptionTones, type SecurityRow } from './security-rows.ts'

const yesNo = (value: boolean | undefined) => (value === undefined ? 'unknown' : value ? 'yes' : 'no')

const { text, choice } = columnsOf<SecurityRow>({ sortable: true })

/** A field of the record as it came, by its own name. */
const field = (name: keyof SecurityRow['fields'], width: number) =>
  choice(name, labelOf(name), ({ fields }) => yesNo(fields[name]), { width, priority: 2, filter: true })

export const securityColumns = [
  text('name', 'Device', ({ name }) => name, { width: 222, priority: 1 }),
  text('user', 'User', ({ user }) => user, { width: 140, priority: 2, to: ({ device }) => personOf(device) }),
  text('platform', 'Platform', ({ platform }) => platform, { width: 150, priority: 2 }),
  text('serial', 'Serial number', ({ serial }) => serial, { width: 135, priority: 2 }),
  text('encryption', 'Encryption', ({ encryption }) => encryption, {
    width: 135,
    priority: 1,
    cell: ({ encryption, problem }) => (
      <>
        <StatusBadge tone={encryptionTones[encryption]}>{encryption}</StatusBadge>
        {problem && <Text size="xs">Not read: {problem}</Text>}
      </>
    ),
  }),
  field('is_encryption_enabled', 190),
  field('storage_encryption', 155),
  field('passcode_present', 140),
  field('device_rooted', 125),
]
