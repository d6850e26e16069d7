import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { problemOf } from '#api/problem-of.ts'
import { query } from '#api/query.ts'
import { useMay } from '#api/use-may.ts'
import { createAuthority, listAuthorities } from '#contract/keys/authorities.ts'
import classes from '#pages/certificates/inventory/Certificates.module.css'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Button } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { authoritiesOf, type Authority, type IssuedCertificate, issuerText } from './issued-rows.ts'
import { issuedAt } from './issued-search.ts'

export const authoritiesQuery = query(listAuthorities, {})

/** Who has issued what is listed below, and how much of it is revoked. */
export function Authorities({ issued }: { issued: readonly IssuedCertificate[] | undefined }) {
  const { data, error, refetch } = useQuery(authoritiesQuery)
  const may = useMay()
  return (
    <Panel
      title="Authorities"
      actions={
        data &&
        may(createAuthority.permission) && (
          <Button component={Link} to={paths.newAuthority} size="xs" variant="default">
            {' '}
            Create authority{' '}
          </Button>
        )
      }
    >
      <DataTable
        caption="Authorities"
        rows={issued && data ? authoritiesOf(issued, data.rows) : []}
        columns={columns}
        rowId={({ issuer, name }) => `${issuer} ${name}`}
        loading={!(issued && data) && !error}
        problem={error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
        empty={<Empty title="No authorities yet" hint="Create one to sign requests and issue certificates." />}
      />
    </Panel>
  )
}

const columns: Column<Authority>[] = [
  {
    id: 'name',
    header: 'Authority',
    priority: 1,
    width: '30%',
    sortable: true,
    value: nameOf,
    cell: (authority) =>
      authority.listed?.CertID === undefined ? (
        nameOf(authority)
      ) : (
        <Anchor component={Link} size="sm" to={paths.certificate(String(authority.listed.CertID))}>
          {nameOf(authority)}
        </Anchor>
      ),
  },
  count('issued', 'Issued', 'any'),
  count('revoked', 'Revoked', 'revoked'),
  count('held', 'On hold', 'held'),
  {
    id: 'signs',
    header: 'Signing',
    priority: 1,
    width: '25%',
    value: ({ listed }) => signingOf(listed),
    cell: ({ listed }) => (
      <StatusBadge tone={listed?.canSign === undefined ? 'muted' : listed.canSign ? 'ok' : 'warn'}>
        {signingOf(listed)}
      </StatusBadge>
    ),
  },
  {
    id: 'list',
    header: 'Revocation list',
    width: 130,
    cell: (authority) =>
      authority.listed?.crlUrl ? (
        <div className={classes.copy}>
          <CopyButton value={authority.listed.crlUrl} label={`Copy CRL address of ${nameOf(authority)}`} />
        </div>
      ) : (
        '–'
      ),
  },
]

function nameOf({ issuer, name }: Authority) {
  return issuerText({ issuer, issuerName: name })
}

function signingOf(listed: Authority['listed']) {
  if (!listed) return 'Cannot sign here'
  if (listed.canSign === undefined) return 'Unknown'
  return listed.canSign ? 'Can sign' : listed.reason || 'Cannot sign'
}

/** A number that leads to those that it counts. */
function count(
  id: 'issued' | 'revoked' | 'held',
  header: string,
  state: 'any' | 'revoked' | 'held',
): Column<Authority> {
  return {
    id,
    header,
    kind: 'number',
    align: 'end',
    width: 90,
    priority: 1,
    sortable: true,
    value: (authority) => authority[id],
    cell: (authority) =>
      authority[id] === 0 ? (
        '0'
      ) : (
        <Anchor
          component={Link}
          size="sm"
          to={issuedAt({ issuer: authority.issuer, state })}
          aria-label={`${header} by ${nameOf(authority)}: ${authority[id]}`}
        >
          {authority[id].toLocaleString('en')}
        </Anchor>
      ),
  }
}
