import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryIfOffered } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NotReported } from '#components/offered/NotReported.tsx'
import { createAuthority, listAuthorities } from '#contract/keys/authorities.ts'
import { type IssuedBy, issuerText } from '#contract/keys/rules/issued-list.ts'
import classes from '#pages/certificates/inventory/Certificates.module.css'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { authoritiesOf, type Authority } from './authority-rows.ts'
import { issuedAt } from './issued-search.ts'

export const authoritiesQuery = queryIfOffered(listAuthorities, {})

/** Issuers of the certificates below, with counts of issued and revoked ones. */
type Props = {
  /** Undefined while loading, or if the server does not report issued certificates. */
  issuers: readonly IssuedBy[] | undefined
  waiting: boolean
}

export function Authorities({ issuers, waiting }: Props) {
  const asked = useQuery(authoritiesQuery)
  const { data } = asked
  return (
    <Panel
      title="Authorities"
      actions={
        data && (
          <ActionLink endpoint={createAuthority} to={paths.newAuthority} size="xs">
            Create authority
          </ActionLink>
        )
      }
    >
      {data === null ? (
        <NotReported what="its authorities" />
      ) : (
        <ListTable
          asked={asked}
          waiting={waiting && !asked.error}
          caption="Authorities"
          rows={data && !waiting ? authoritiesOf(issuers, data.rows) : []}
          columns={columns}
          rowId={({ issuer, name }) => `${issuer} ${name}`}
          empty={<Empty title="No authorities yet" hint="Create one to sign requests and issue certificates." />}
        />
      )}
    </Panel>
  )
}

const { text, number, badge } = columnsOf<Authority>({ priority: 1 })

const columns = [
  text('name', 'Authority', nameOf, {
    width: '30%',
    sortable: true,
    to: ({ listed }) => (listed?.CertID === undefined ? undefined : paths.certificate(String(listed.CertID))),
  }),
  count('issued', 'Issued', 'any'),
  count('revoked', 'Revoked', 'revoked'),
  count('held', 'On hold', 'held'),
  badge(
    'signs',
    'Signing',
    ({ listed }) => ({
      tone: listed?.canSign === undefined ? 'muted' : listed.canSign ? 'ok' : 'warn',
      label: signingOf(listed),
    }),
    { width: '25%' },
  ),
  text('list', 'Revocation list', ({ listed }) => listed?.crlUrl, {
    width: 130,
    priority: undefined,
    cell: (authority) =>
      authority.listed?.crlUrl ? (
        <div className={classes.copy}>
          <CopyButton value={authority.listed.crlUrl} label={`Copy CRL address of ${nameOf(authority)}`} />
        </div>
      ) : (
        '–'
      ),
  }),
]

function nameOf({ issuer, name }: Authority) {
  return issuerText({ issuer, issuerName: name })
}

function signingOf(listed: Authority['listed']) {
  if (!listed) return 'Cannot sign here'
  if (listed.canSign === undefined) return 'Unknown'
  return listed.canSign ? 'Can sign' : listed.reason || 'Cannot sign'
}

/** Column with a count that links to the counted certificates. */
function count(id: 'issued' | 'revoked' | 'held', header: string, state: 'any' | 'revoked' | 'held') {
  return number(id, header, (authority) => authority[id], {
    width: 90,
    sortable: true,
    cell: (authority) =>
      authority[id] === undefined ? (
        'Unknown'
      ) : authority[id] === 0 ? (
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
  })
}
