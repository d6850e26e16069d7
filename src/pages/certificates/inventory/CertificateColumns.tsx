import type { ReactNode } from 'react'
import { columnsOf } from '#components/lists/Columns.tsx'
import { inventoryColumns as value } from '#contract/keys/rules/inventory-columns.ts'
import { isEnded } from '#contract/keys/rules/revocation-state.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { keyLengthText } from '#contract/words/key-length.ts'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group } from '#ui/layout/layout.ts'
import { Breakable } from '#ui/values/Breakable.tsx'
import classes from './Certificates.module.css'

/** Short labels; the column “Served” and the certificate's page have the details. */
const useBadges = { renewed: 'Renewed', differs: 'Differs' } as const

const TwoLines = ({ first, second }: { first: ReactNode; second?: ReactNode }) => (
  <div className={classes.lines}>
    <div>{first}</div> {second && <div className={classes.second}>{second}</div>}
  </div>
)

const { text, choice, code, number, date } = columnsOf<InventoryRow>({ sortable: true, filter: true })
const hidden = { hidden: true } as const
const unsorted = { hidden: true, sortable: false } as const

export const certificateColumns = [
  text('name', 'Common name', value.name, {
    width: '16%',
    priority: 1,
    cell: ({ name, id }) => (name ? <Breakable text={name} /> : `No common name (ID ${id})`),
  }),
  number('expiry', 'Days left', value.expiry, {
    width: 185, // fits “Expired 365 days ago”
    priority: 1,
    align: 'start',
    cell: ({ expiry, isEarly, revocation }) => (
      <Group gap={4} className={classes.badges}>
        {isEnded(revocation) && <RevocationBadge revocation={revocation} />}
        <ExpiryBadge expiry={expiry} isEarly={isEarly} isEnded={isEnded(revocation)} />
      </Group>
    ),
  }),
  text('names', 'Host name', value.names, { width: '13%', priority: 2, breaks: true }),
  choice('issuer', 'Issuer', value.issuer, { width: '12%', priority: 2, breaks: true }),
  text('key', 'Key and signature', value.key, {
    width: 150,
    priority: 2,
    cell: ({ bits, algorithm, weaknesses }) => (
      <>
        <TwoLines first={keyLengthText(bits) || '–'} second={algorithm || '–'} />
        <Group gap={4}>
          {weaknesses.map((weakness) => (
            <StatusBadge key={weakness} tone="bad">
              {weakness}
            </StatusBadge>
          ))}
        </Group>
      </>
    ),
  }),
  text('places', 'Hosts', value.places, {
    priority: 2,
    cell: ({ places: [first, ...others], use }) => (
      <>
        <TwoLines first={<Breakable text={first ?? '–'} />} second={others.length > 0 && `and ${others.length} more`} />
        {(use === 'renewed' || use === 'differs') && <StatusBadge tone="warn">{useBadges[use]}</StatusBadge>}
      </>
    ),
  }),
  text('deployed', 'Deployed', value.deployed, {
    width: 115,
    cell: ({ deployedTo }) =>
      deployedTo ? (
        <TwoLines first={deployedTo[0] ?? '–'} second={deployedTo.length > 1 && `and ${deployedTo.length - 1} more`} />
      ) : (
        'Unknown'
      ),
  }),
  choice('use', 'Served', value.use, hidden),
  choice('by', 'Created by', value.by, hidden),
  date('from', 'Valid from', value.from, { ...hidden, raw: ({ fromRaw }) => fromRaw }),
  date('until', 'Expires', value.until, { ...hidden, raw: ({ expiry }) => expiry.raw }),
  choice('state', 'State', value.state, {
    ...hidden,
    cell: ({ revocation }) => <RevocationBadge revocation={revocation} />,
  }),
  date('revoked', 'Revoked', value.revoked, { ...hidden, raw: ({ revocation }) => revocation.raw }),
  choice('reason', 'Revocation reason', value.reason, unsorted),
  choice('origin', 'Origin', value.origin, hidden),
  text('email', 'Notification email', value.email, unsorted),
  code('id', 'Certificate ID', value.id, hidden),
]
