import { columnsOf } from '#components/lists/Columns.tsx'
import { labelOf } from '#contract/words/label.ts'
import { personOf } from '#pages/devices/device-facts.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { encryptionText, encryptionTones, type SecurityRow } from './security-rows.ts'

const yesNo = (value: boolean | undefined, { encryption }: SecurityRow) =>
  value === undefined ? (encryption === 'Unread' ? 'not read yet' : 'unknown') : value ? 'yes' : 'no'

const { text, choice } = columnsOf<SecurityRow>({ sortable: true })

/** Column ids: sort fields of the index, or names for rows that are sorted in the browser. */
const ofIndex = { name: 'device_name', user: 'user_name', platform: 'platform_type', serial: 'serial_number' }
const ofCheck = { name: 'name', user: 'user', platform: 'platform', serial: 'serial' }

/** Column for a field of the record, by its own name. */
const field = (name: keyof SecurityRow['fields'], width: number, isHere: boolean) =>
  choice(name, labelOf(name), (row) => yesNo(row.fields[name], row), {
    width,
    priority: 2,
    ...(isHere && { filter: true }),
  })

const columnsBy = (ids: typeof ofCheck, isHere: boolean) => [
  text(ids.name, 'Device', ({ name }) => name, { width: 222, priority: 1 }),
  text(ids.user, 'User', ({ user }) => user, { width: 140, priority: 2, to: ({ device }) => personOf(device) }),
  text(ids.platform, 'Platform', ({ platform }) => platform, { width: 150, priority: 2 }),
  text(ids.serial, 'Serial number', ({ serial }) => serial, { width: 135, priority: 2 }),
  text('encryption', 'Encryption', ({ encryption }) => encryptionText(encryption), {
    width: 135,
    priority: 1,
    sortable: isHere,
    cell: ({ encryption }) => (
      <StatusBadge tone={encryptionTones[encryption]}>{encryptionText(encryption)}</StatusBadge>
    ),
  }),
  field('is_encryption_enabled', 190, isHere),
  field('storage_encryption', 155, isHere),
  field('passcode_present', 140, isHere),
  field('device_rooted', 125, isHere),
]

export const securityColumns = columnsBy(ofCheck, true)
export const indexedColumns = columnsBy(ofIndex, false)
