import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { expiryText, type OwnCertificate, type Thing } from './person-rows.ts'

const orDash = (text: string) => text || '–'
const text = (id: string, header: string, width: number, value: (thing: Thing) => string): Column<Thing> => ({
  id,
  header,
  width,
  priority: 1,
  value,
  cell: (thing) => orDash(value(thing)),
})

/** `number` is what the things of this table go by besides their name. */
export const thingColumns = (number: string): Column<Thing>[] => [
  text('name', 'Name', 260, ({ name }) => name),
  text('kind', 'Type', 260, ({ kind }) => kind),
  text('number', number, 150, (thing) => thing.number),
  text('state', 'State', 160, ({ state }) => state),
  {
    id: 'contact',
    header: 'Last contact',
    width: 150,
    priority: 1,
    kind: 'date',
    value: ({ contact }) => contact?.getTime(),
    cell: ({ contact, raw }) => <Moment at={contact} raw={raw} />,
  },
]

const tones: Record<OwnCertificate['expiry']['state'], Tone> = {
  expired: 'bad',
  soon: 'warn',
  later: 'ok',
  unknown: 'muted',
}

export const certificateColumns: Column<OwnCertificate>[] = [
  { id: 'name', header: 'Name', width: 240, priority: 1, value: ({ name }) => name, cell: ({ name }) => name },
  { id: 'where', header: 'Location', width: 240, priority: 1, value: ({ where }) => where, cell: ({ where }) => where },
  {
    id: 'issuer',
    header: 'Issuer',
    width: 240,
    priority: 2,
    value: ({ issuer }) => issuer,
    cell: ({ issuer }) => issuer,
  },
  {
    id: 'state',
    header: 'State',
    width: 180,
    priority: 1,
    value: ({ expiry }) => expiry.days,
    cell: ({ expiry }) => <StatusBadge tone={tones[expiry.state]}>{expiryText(expiry)}</StatusBadge>,
  },
  {
    id: 'end',
    header: 'Expires',
    width: 150,
    priority: 1,
    kind: 'date',
    value: ({ expiry }) => expiry.at?.getTime(),
    cell: ({ expiry }) => <Moment at={expiry.at} raw={expiry.raw} />,
  },
]
