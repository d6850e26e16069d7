import { labelOf } from '#contract/field.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { encryptionTones, type SecurityRow } from './security-rows.ts'

const yesNo = (value: boolean | undefined) => (value === undefined ? 'unknown' : value ? 'yes' : 'no')

/** A field of the record as it came, by its own name. */
const field = (name: keyof SecurityRow['fields'], width: number): Column<SecurityRow> => ({
  id: name,
  header: labelOf(name),
  width,
  priority: 2,
  sortable: true,
  filter: true,
  kind: 'choice',
  value: ({ fields }) => yesNo(fields[name]),
  cell: ({ fields }) => yesNo(fields[name]),
})

const text = (
  id: 'name' | 'user' | 'platform' | 'serial',
  header: string,
  width: number,
  priority: 1 | 2,
): Column<SecurityRow> => ({
  id,
  header,
  width,
  priority,
  sortable: true,
  value: (row) => row[id],
  cell: (row) => row[id] || '–',
})

export const securityColumns: Column<SecurityRow>[] = [
  text('name', 'Device', 222, 1),
  text('user', 'User', 140, 2),
  text('platform', 'Platform', 150, 2),
  text('serial', 'Serial number', 135, 2),
  {
    id: 'encryption',
    header: 'Encryption',
    width: 135,
    priority: 1,
    sortable: true,
    value: ({ encryption }) => encryption,
    cell: ({ encryption, problem }) => (
      <>
        <StatusBadge tone={encryptionTones[encryption]}>{encryption}</StatusBadge>
        {problem && <Text size="xs">Not read: {problem}</Text>}
      </>
    ),
  },
  field('is_encryption_enabled', 190),
  field('storage_encryption', 155),
  field('passcode_present', 140),
  field('device_rooted', 125),
]
