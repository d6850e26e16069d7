import type { ReactNode } from 'react'
import { isEnded, reasonText } from '#contract/keys/rules/revocation-state.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import type { InventoryRow } from '#pages/certificates/inventory.ts'
import { originText } from '#pages/certificates/origin.ts'
import { stateText } from '#pages/certificates/revocation-filter.ts'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './Certificates.module.css'

const orDash = (text: string) => text || '–'

const TwoLines = ({ first, second }: { first: ReactNode; second?: ReactNode }) => (
  <div className={classes.lines}>
    <div>{first}</div> {second && <div className={classes.second}>{second}</div>}
  </div>
)

export const certificateColumns: Column<InventoryRow>[] = [
  {
    id: 'name',
    header: 'Common name',
    width: '21%',
    priority: 1,
    sortable: true,
    filter: true,
    value: ({ name }) => name,
    cell: ({ name, id }) => (name ? <Breakable text={name} /> : `No common name (ID ${id})`),
  },
  {
    id: 'expiry',
    header: 'Days left',
    kind: 'number',
    width: 170,
    priority: 1,
    sortable: true,
    filter: true,
    value: ({ expiry }) => (expiry.at ? expiry.days : undefined),
    cell: ({ expiry, isEarly, revocation }) => (
      <Group gap={4}>
        {isEnded(revocation) && <RevocationBadge revocation={revocation} />}
        <ExpiryBadge expiry={expiry} isEarly={isEarly} isEnded={isEnded(revocation)} />
      </Group>
    ),
  },
  {
    id: 'names',
    header: 'Host name',
    width: '18%',
    priority: 2,
    sortable: true,
    filter: true,
    value: ({ dnsName }) => dnsName,
    cell: ({ dnsName }) => <Breakable text={orDash(dnsName)} />,
  },
  {
    id: 'issuer',
    header: 'Issuer',
    kind: 'choice',
    width: '18%',
    priority: 2,
    sortable: true,
    filter: true,
    value: ({ issuer }) => issuer,
    cell: ({ issuer }) => <Breakable text={orDash(issuer)} />,
  },
  {
    id: 'key',
    header: 'Key and signature',
    width: 155,
    priority: 2,
    sortable: true,
    filter: true,
    value: ({ bits, algorithm, weaknesses }) => [`${bits} bits`, algorithm, ...weaknesses].join(', '),
    cell: ({ bits, algorithm, weaknesses }) => (
      <>
        <TwoLines first={bits ? `${bits} bits` : '–'} second={orDash(algorithm)} />
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
  {
    id: 'places',
    header: 'Hosts',
    priority: 2,
    sortable: true,
    filter: true,
    value: ({ places }) => places.join(', '),
    cell: ({ places: [first, ...others] }) => (
      <TwoLines first={<Breakable text={first ?? '–'} />} second={others.length > 0 && `and ${others.length} more`} />
    ),
  },
  {
    id: 'by',
    header: 'Created by',
    kind: 'choice',
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ createdBy }) => createdBy,
    cell: ({ createdBy }) => orDash(createdBy),
  },
  {
    id: 'from',
    header: 'Valid from',
    kind: 'date',
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ from }) => from?.getTime(),
    cell: ({ from, fromRaw }) => <Moment at={from} raw={fromRaw} />,
  },
  {
    id: 'until',
    header: 'Expires',
    kind: 'date',
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ expiry }) => expiry.at?.getTime(),
    cell: ({ expiry }) => <Moment at={expiry.at} raw={expiry.raw} />,
  },
  {
    id: 'state',
    header: 'State',
    kind: 'choice',
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ revocation }) => stateText(revocation),
    cell: ({ revocation }) => <RevocationBadge revocation={revocation} />,
  },
  {
    id: 'revoked',
    header: 'Revoked',
    kind: 'date',
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ revocation }) => revocation.at?.getTime(),
    cell: ({ revocation: { at, raw } }) => <Moment at={at} raw={raw} />,
  },
  {
    id: 'reason',
    header: 'Revocation reason',
    kind: 'choice',
    hidden: true,
    filter: true,
    value: ({ revocation }) => (isEnded(revocation) ? reasonText(revocation) : undefined),
    cell: ({ revocation }) => (isEnded(revocation) ? reasonText(revocation) : '–'),
  },
  {
    id: 'origin',
    header: 'Origin',
    kind: 'choice',
    hidden: true,
    sortable: true,
    filter: true,
    value: originText,
    cell: originText,
  },
  {
    id: 'email',
    header: 'Notification email',
    hidden: true,
    filter: true,
    value: ({ email }) => email,
    cell: ({ email }) => orDash(email),
  },
  {
    id: 'id',
    header: 'Certificate ID',
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ id }) => id,
    cell: ({ id }) => <code>{id}</code>,
  },
]
