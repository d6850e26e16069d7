import { columnsOf } from '#components/lists/Columns.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import { placeText, type SshKeyRow } from './ssh-key-rows.ts'
import { Strength } from './Strength.tsx'

const { text, choice, code, time } = columnsOf<SshKeyRow>({ sortable: true, filter: true })

export const sshKeyColumns: Column<SshKeyRow>[] = [
  text('name', 'Name', ({ name }) => name, { priority: 1, width: '17%', missing: 'Unnamed' }),
  choice('type', 'Type', ({ key }) => key.KeyType, { width: 95 }),
  {
    ...text('length', 'Bits', ({ key }) => key.KeyLength, { kind: 'number', align: 'end', width: 80 }),
    value: ({ key }) => (/^\d+$/.test(key.KeyLength ?? '') ? Number(key.KeyLength) : key.KeyLength),
  },
  choice('strength', 'Strength', ({ findings }) => findings.map(({ text }) => text).join(', ') || 'No known weakness', {
    priority: 1,
    width: '25%',
    cell: ({ findings }) => <Strength findings={findings} />,
  }),
  text('opens', 'Grants access to', ({ places }) => places?.map(placeText).join(', '), {
    priority: 2,
    width: '25%',
    cell: ({ places }) => opened(places?.map(placeText)),
  }),
  choice('passphrase', 'Passphrase', ({ key }) => passphraseText(key.isPassphraseAvailable), { hidden: true }),
  code('fingerprint', 'Fingerprint', ({ key }) => key.FingerPrint, { hidden: true, sortable: false }),
  choice('by', 'Created by', ({ key }) => key.CreatedBy, { hidden: true }),
  time('created', 'Created', ({ key }) => key.CreationTime, { width: 115 }),
]

export const passphraseText = (known: boolean | undefined) =>
  known === undefined ? 'Unknown' : known ? 'Stored' : 'None stored'

function opened(places: readonly string[] | undefined): string {
  if (!places) return 'Unknown'
  const [first = 'Not deployed', second, ...others] = places
  if (second === undefined) return first
  return others.length === 0 ? `${first}, ${second}` : `${first}, ${second} and ${others.length} more`
}
