import { Link } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import {
  type IssuedCertificate,
  issuedColumns as value,
  needsRevoking,
  notStored,
} from '#contract/keys/rules/issued-list.ts'
import { isEnded, reasonOf } from '#contract/keys/rules/revocation-state.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import classes from '#pages/certificates/inventory/Certificates.module.css'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/column.ts'
import { Breakable } from '#ui/values/Breakable.tsx'

const { text, choice, code, date, actions } = columnsOf<IssuedCertificate>({ sortable: true, filter: true })

export const issuedColumns: Column<IssuedCertificate>[] = [
  text('name', 'Common name', value.name, {
    priority: 1,
    width: '22%',
    cell: ({ id, name }) =>
      id === undefined ? (
        <span data-tip="Deleted from the inventory. It can still be used unless it is revoked.">{notStored}</span>
      ) : (
        <Anchor component={Link} to={paths.certificate(id)} size="sm">
          {name ? <Breakable text={name} /> : `Certificate ${id}`}
        </Anchor>
      ),
  }),
  choice('state', 'State', value.state, {
    priority: 1,
    width: '18%',
    cell: ({ revocation }) => (
      <>
        <RevocationBadge revocation={revocation} />
        {revocation.state === 'revoked' && (
          <div className={classes.second}>
            <CodeValue of={reasonOf(revocation)} compact />
          </div>
        )}
      </>
    ),
  }),
  choice('reason', 'Reason', value.reason, { hidden: true }),
  date('revoked', 'Revoked', ({ revocation }) => revocation.at, {
    width: 120,
    hidden: true,
    raw: ({ revocation }) => revocation.raw,
  }),
  code('serial', 'Serial number', ({ serialNumber }) => serialNumber, { width: '20%', priority: 2 }),
  choice('issuer', 'Issuer', value.issuer, { width: '15%', priority: 2, breaks: true }),
  date('issued', 'Issued', ({ issuedAt }) => issuedAt, { width: 130, raw: ({ issuedRaw }) => issuedRaw }),
  date('until', 'Expires', ({ expiry }) => expiry.at, {
    width: 150,
    cell: ({ expiry, revocation }) => <ExpiryBadge expiry={expiry} isEnded={isEnded(revocation)} />,
  }),
  code('fingerprint', 'Fingerprint (SHA-256)', ({ fingerprint }) => fingerprint, { hidden: true, sortable: false }),
]

export const revokeColumn = (revoke: (row: IssuedCertificate) => void) =>
  actions(
    (row) =>
      needsRevoking(row) ? (
        <ActionButton
          endpoint={revokeCertificate}
          size="compact-xs"
          aria-label={`Revoke ${row.serialNumber}`}
          onClick={() => revoke(row)}
        >
          Revoke
        </ActionButton>
      ) : (
        '–'
      ),
    { width: 95, priority: undefined },
  )
