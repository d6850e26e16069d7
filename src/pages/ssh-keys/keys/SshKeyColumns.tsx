import { columnsOf } from '#components/lists/Columns.tsx'
import { placeText, type SshKeyRow, sshKeyColumns as value } from '#contract/keys/rules/ssh-key-list.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Strength } from './Strength.tsx'

const { text, choice, code, time } = columnsOf<SshKeyRow>({ sortable: true, filter: true })

export const sshKeyColumns: Column<SshKeyRow>[] = [
  text('name', 'Name', value.name, { priority: 1, width: '17%', missing: 'Unnamed' }),
  choice('type', 'Type', value.type, { width: 95 }),
  {
    ...text('length', 'Bits', ({ key }) => key.KeyLength, { kind: 'number', align: 'end', width: 80 }),
    value: value.length,
  },
  choice('strength', 'Strength', value.strength, {
    priority: 1,
    width: '25%',
    cell: ({ key }) => <Strength of={key} />,
  }),
  text('opens', 'Grants access to', value.opens, {
    priority: 2,
    width: '25%',
    cell: ({ places }) => opened(places?.map(placeText)),
  }),
  choice('passphrase', 'Passphrase', value.passphrase, { hidden: true }),
  code('fingerprint', 'Fingerprint', value.fingerprint, { hidden: true, sortable: false }),
  choice('by', 'Created by', value.by, { hidden: true }),
  time('created', 'Created', ({ key }) => key.CreationTime, { width: 115 }),
]

const readOneByOne =
  'Cannot be sorted or filtered. This server does not list which keys grant access where: it is read account by account.'

const unlessPlaces = (column: Column<SshKeyRow>): Column<SshKeyRow> =>
  column.id === 'opens' ? { ...column, filter: false, sortable: false, note: readOneByOne } : column

/** For servers that do not list associations: these are determined for the visible rows only. */
export const withoutPlaces = sshKeyColumns.map(unlessPlaces)

function opened(places: readonly string[] | undefined): string {
  if (!places) return 'Unknown'
  const [first = 'Not deployed', second, ...others] = places
  if (second === undefined) return first
  return others.length === 0 ? `${first}, ${second}` : `${first}, ${second} and ${others.length} more`
}
