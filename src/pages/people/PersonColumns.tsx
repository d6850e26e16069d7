import { ComputerBadge } from '#components/desktops/ComputerBadge.tsx'
import { statusIn } from '#components/devices/managed-status.ts'
import { StatusBadges } from '#components/devices/StatusBadges.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { expiryText, type OwnCertificate, type PersonDevice } from './person-rows.ts'

const things = columnsOf<PersonDevice>({ priority: 1 })

/** `number`: heading of the column with the identifier. */
export const thingColumns = (number: string) => [
  things.text('name', 'Name', ({ name }) => name, { width: 255 }),
  things.text('kind', 'Type', ({ kind }) => kind, { width: 255 }),
  things.text('number', number, (thing) => thing.number, { width: 150 }),
  things.text('state', 'State', ({ state }) => state, {
    width: 180,
    cell: ({ of }) =>
      'device' in of ? (
        <>
          <StatusBadges device={of.device} compact />
          {!statusIn(of.device) && 'Unknown'}
        </>
      ) : (
        <ComputerBadge field="computer_live_status" of={[of.computer]} compact />
      ),
  }),
  things.date('contact', 'Last contact', ({ contact }) => contact, { width: 150, raw: ({ raw }) => raw }),
]

const tones: Record<OwnCertificate['expiry']['state'], Tone> = {
  expired: 'bad',
  soon: 'warn',
  later: 'ok',
  unknown: 'muted',
}

const { text, number, date } = columnsOf<OwnCertificate>({ priority: 1 })

export const certificateColumns = [
  text('name', 'Name', ({ name }) => name, { width: 225 }),
  text('where', 'Location', ({ where }) => where, { width: 225 }),
  text('issuer', 'Issuer', ({ issuer }) => issuer, { width: 225, priority: 2 }),
  number('state', 'State', ({ expiry }) => expiry.days, {
    width: 180,
    align: 'start',
    cell: ({ expiry }) => <StatusBadge tone={tones[expiry.state]}>{expiryText(expiry)}</StatusBadge>,
  }),
  date('end', 'Expires', ({ expiry }) => expiry.at, { width: 150, raw: ({ expiry }) => expiry.raw }),
]
