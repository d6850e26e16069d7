import type { ReactNode } from 'react'
import { columnsOf } from '#components/lists/Columns.tsx'
import { endReason, isEnded } from '#contract/keys/rules/revocation-state.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import type { InventoryRow } from '#pages/certificates/inventory.ts'
import { originText } from '#pages/certificates/origin.ts'
import { stateText } from '#pages/certificates/revocation-filter.ts'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group } from '#ui/layout/layout.ts'
import { Breakable } from '#ui/values/Breakable.tsx'
import classes from './Certificates.module.css'

const TwoLines = ({ first, second }: { first: ReactNode; second?: ReactNode }) => (
  <div className={classes.lines}>
    <div>{first}</div> {second && <div className={classes.second}>{second}</div>}
  </div>
)

const { text, choice, code, number, date } = columnsOf<InventoryRow>({ sortable: true, filter: true })
const hidden = { hidden: true } as const
const unsorted = { hidden: true, sortable: false } as const

export const certificateColumns = [
  text('name', 'Common name', ({ name }) => name, {
    width: '21%',
    priority: 1,
    cell: ({ name, id }) => (name ? <Breakable text={name} /> : `No common name (ID ${id})`),
  }),
  number('expiry', 'Days left', ({ expiry }) => (expiry.at ? expiry.days : undefined), {
    width: 170,
    priority: 1,
    align: 'start',
    cell: ({ expiry, isEarly, revocation }) => (
      <Group gap={4}>
        {isEnded(revocation) && <RevocationBadge revocation={revocation} />}
        <ExpiryBadge expiry={expiry} isEarly={isEarly} isEnded={isEnded(revocation)} />
      </Group>
    ),
  }),
  text('names', 'Host name', ({ dnsName }) => dnsName, { width: '18%', priority: 2, breaks: true }),
  choice('issuer', 'Issuer', ({ issuer }) => issuer, { width: '18%', priority: 2, breaks: true }),
  text(
    'key',
    'Key and signature',
    ({ bits, algorithm, weaknesses }) => [`${bits} bits`, algorithm, ...weaknesses].join(', '),
    {
      width: 155,
      priority: 2,
      cell: ({ bits, algorithm, weaknesses }) => (
        <>
          <TwoLines first={bits ? `${bits} bits` : '–'} second={algorithm || '–'} />
          <Group gap={4}>
            {weaknesses.map((weakness) => (
              <StatusBadge key={weakness} tone="bad">
                {weakness}
              </StatusBadge>
            ))}
          </Group>
        </>
      ),
    },
  ),
  text('places', 'Hosts', ({ places }) => places.join(', '), {
    priority: 2,
    cell: ({ places: [first, ...others] }) => (
      <TwoLines first={<Breakable text={first ?? '–'} />} second={others.length > 0 && `and ${others.length} more`} />
    ),
  }),
  choice('by', 'Created by', ({ createdBy }) => createdBy, hidden),
  date('from', 'Valid from', ({ from }) => from, { ...hidden, raw: ({ fromRaw }) => fromRaw }),
  date('until', 'Expires', ({ expiry }) => expiry.at, { ...hidden, raw: ({ expiry }) => expiry.raw }),
  choice('state', 'State', ({ revocation }) => stateText(revocation), {
    ...hidden,
    cell: ({ revocation }) => <RevocationBadge revocation={revocation} />,
  }),
  date('revoked', 'Revoked', ({ revocation }) => revocation.at, { ...hidden, raw: ({ revocation }) => revocation.raw }),
  choice('reason', 'Revocation reason', ({ revocation }) => endReason(revocation), unsorted),
  choice('origin', 'Origin', originText, hidden),
  text('email', 'Notification email', ({ email }) => email, unsorted),
  code('id', 'Certificate ID', ({ id }) => id, hidden),
]
