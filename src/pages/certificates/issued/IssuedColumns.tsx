import { Link } from 'react-router'
import { isEnded, reasonText } from '#contract/keys/rules/revocation-state.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import classes from '#pages/certificates/inventory/Certificates.module.css'
import { stateText } from '#pages/certificates/revocation-filter.ts'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { paths } from '#paths.ts'
import { Anchor, Button } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { type IssuedCertificate, issuerText } from './issued-rows.ts'

const notKept = 'No longer in the inventory'

/** What has no page any more is revoked from the list. */
const needsRevoking = ({ id, revocation }: IssuedCertificate): boolean =>
  id === undefined && revocation.state !== 'revoked'

/** `revoke`: undefined where the account may not. */
export const issuedColumns = (
  rows: readonly IssuedCertificate[],
  revoke?: (row: IssuedCertificate) => void,
): Column<IssuedCertificate>[] => [
  {
    id: 'name',
    header: 'Common name',
    priority: 1,
    width: '22%',
    sortable: true,
    filter: true,
    value: ({ id, name }) => (id === undefined ? notKept : name),
    cell: ({ id, name }) =>
      id === undefined ? (
        <span data-tip="Deleted from the inventory. It can still be used unless it is revoked.">{notKept}</span>
      ) : (
        <Anchor component={Link} to={paths.certificate(id)} size="sm">
          {name ? <Breakable text={name} /> : `Certificate ${id}`}
        </Anchor>
      ),
  },
  {
    id: 'state',
    header: 'State',
    kind: 'choice',
    priority: 1,
    width: '18%',
    sortable: true,
    filter: true,
    value: ({ revocation }) => stateText(revocation),
    cell: ({ revocation }) => (
      <>
        <RevocationBadge revocation={revocation} />
        {revocation.state === 'revoked' && <div className={classes.second}>{reasonText(revocation)}</div>}
      </>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    kind: 'choice',
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ revocation }) => (isEnded(revocation) ? reasonText(revocation) : undefined),
    cell: ({ revocation }) => (isEnded(revocation) ? reasonText(revocation) : '–'),
  },
  {
    id: 'revoked',
    header: 'Revoked',
    kind: 'date',
    width: 120,
    hidden: true,
    sortable: true,
    filter: true,
    value: ({ revocation }) => revocation.at?.getTime(),
    cell: ({ revocation: { at, raw } }) => <Moment at={at} raw={raw} />,
  },
  {
    id: 'serial',
    header: 'Serial number',
    width: '20%',
    priority: 2,
    sortable: true,
    filter: true,
    value: ({ serialNumber }) => serialNumber,
    cell: ({ serialNumber }) => <code>{serialNumber || '–'}</code>,
  },
  {
    id: 'issuer',
    header: 'Issuer',
    kind: 'choice',
    width: '15%',
    priority: 2,
    sortable: true,
    filter: true,
    value: issuerText,
    cell: (row) => <Breakable text={issuerText(row)} />,
  },
  {
    id: 'issued',
    header: 'Issued',
    kind: 'date',
    width: 130,
    sortable: true,
    filter: true,
    value: ({ issuedAt }) => issuedAt?.getTime(),
    cell: ({ issuedAt, issuedRaw }) => <Moment at={issuedAt} raw={issuedRaw} />,
  },
  {
    id: 'until',
    header: 'Expires',
    kind: 'date',
    width: 150,
    sortable: true,
    filter: true,
    value: ({ expiry }) => expiry.at?.getTime(),
    cell: ({ expiry, revocation }) => <ExpiryBadge expiry={expiry} isEnded={isEnded(revocation)} />,
  },
  ...(rows.some(needsRevoking) ? [revokeColumn(revoke)] : []),
  {
    id: 'fingerprint',
    header: 'Fingerprint (SHA-256)',
    hidden: true,
    filter: true,
    value: ({ fingerprint }) => fingerprint,
    cell: ({ fingerprint }) => <code>{fingerprint || '–'}</code>,
  },
]

const revokeColumn = (revoke: ((row: IssuedCertificate) => void) | undefined): Column<IssuedCertificate> => ({
  id: 'actions',
  header: 'Actions',
  width: 95,
  cell: (row) =>
    needsRevoking(row) ? (
      <Button
        size="compact-xs"
        variant="default"
        disabled={!revoke}
        aria-label={`Revoke ${row.serialNumber}`}
        onClick={() => revoke?.(row)}
      >
        Revoke
      </Button>
    ) : (
      '–'
    ),
})
