import { instantOf } from '#contract/time.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { placeText, type SshKeyRow } from './ssh-key-rows.ts'
import { Strength } from './Strength.tsx'

const orDash = (text: string | undefined) => text || '–'

export const sshKeyColumns: Column<SshKeyRow>[] = [
  {
    id: 'name',
    header: 'Name',
    priority: 1,
    width: '17%',
    sortable: true,
    filter: true,
    value: ({ name }) => name,
    cell: ({ name }) => name || 'Unnamed',
  },
  {
    id: 'type',
    header: 'Type',
    kind: 'choice',
    width: 95,
    sortable: true,
    filter: true,
    value: ({ key }) => key.KeyType,
    cell: ({ key }) => orDash(key.KeyType),
  },
  {
    id: 'length',
    header: 'Bits',
    kind: 'number',
    align: 'end',
    width: 80,
    sortable: true,
    filter: true,
    value: ({ key }) => (/^\d+$/.test(key.KeyLength ?? '') ? Number(key.KeyLength) : key.KeyLength),
    cell: ({ key }) => orDash(key.KeyLength),
  },
  {
    id: 'strength',
    header: 'Strength',
    kind: 'choice',
    priority: 1,
    width: '25%',
    sortable: true,
    filter: true,
    value: ({ findings }) => findings.map(({ text }) => text).join(', ') || 'No known weakness',
    cell: ({ findings }) => <Strength findings={findings} />,
  },
  {
    id: 'opens',
    header: 'Grants access to',
    priority: 2,
    width: '25%',
    sortable: true,
    filter: true,
    value: ({ places }) => places?.map(placeText).join(', '),
    cell: ({ places }) => opened(places?.map(placeText)),
  },
  {
    id: 'passphrase',
    header: 'Passphrase',
    kind: 'choice',
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ key }) => passphraseText(key.isPassphraseAvailable),
    cell: ({ key }) => passphraseText(key.isPassphraseAvailable),
  },
  {
    id: 'fingerprint',
    header: 'Fingerprint',
    hidden: true,
    filter: true,
    value: ({ key }) => key.FingerPrint,
    cell: ({ key }) => <code>{orDash(key.FingerPrint)}</code>,
  },
  {
    id: 'by',
    header: 'Created by',
    kind: 'choice',
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ key }) => key.CreatedBy,
    cell: ({ key }) => orDash(key.CreatedBy),
  },
  {
    id: 'created',
    header: 'Created',
    kind: 'date',
    width: 115,
    sortable: true,
    filter: true,
    value: ({ key }) => instantOf(key.CreationTime)?.getTime(),
    cell: ({ key }) => <Moment at={instantOf(key.CreationTime)} raw={key.CreationTime} />,
  },
]

export const passphraseText = (known: boolean | undefined) =>
  known === undefined ? 'Unknown' : known ? 'Stored' : 'None stored'

function opened(places: readonly string[] | undefined): string {
  if (!places) return 'Unknown'
  const [first = 'Not deployed', second, ...others] = places
  if (second === undefined) return first
  return others.length === 0 ? `${first}, ${second}` : `${first}, ${second} and ${others.length} more`
}
