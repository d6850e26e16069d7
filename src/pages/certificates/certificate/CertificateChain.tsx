import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { expiryOf } from '#contract/certificate-state.ts'
import { isEnded } from '#contract/keys/rules/revocation-state.ts'
import { type Detail, inventoryQuery, useRevocations } from '#pages/certificates/certificate-query.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import { type InventoryRow, inventoryOf } from '#pages/certificates/inventory.ts'
import { isOwnIssuer } from '#pages/certificates/origin.ts'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { useNow } from '#ui/values/clock.ts'
import classes from './Certificate.module.css'

/** From the certificate up to what the service knows of its issuers: a chain holds only as long as its shortest part. */
export function CertificateChain({ row, detail }: { row: InventoryRow; detail: Detail }) {
  const now = useNow()
  const { data } = useQuery(inventoryQuery)
  const { revocations } = useRevocations()
  const links = chainOf(row, detail, inventoryOf(data?.rows ?? [], now, revocations))
  const above = aboveOf(detail)
  return (
    <Panel title="Chain">
      <ol className={classes.chain}>
        <li className={classes.own}>
          <div className={classes.link}>
            {row.name || `Certificate ${row.id}`}
            {isEnded(row.revocation) && <RevocationBadge revocation={row.revocation} />}
            <ExpiryBadge expiry={row.expiry} isEarly={row.isEarly} isEnded={isEnded(row.revocation)} />
          </div>
        </li>
        {isOwnIssuer(row) ? (
          <li>Self-signed. Trusted only where it was installed manually.</li>
        ) : (
          links.map(({ name, found }, index) => (
            <li key={name}>
              <div className={classes.link}>
                issued by
                {found.length === 1 && found[0] ? (
                  <Anchor size="sm" underline="always" component={Link} to={paths.certificate(found[0].id)}>
                    {name}
                  </Anchor>
                ) : (
                  <span>{name}</span>
                )}
                {found.length === 1 && found[0] && isEnded(found[0].revocation) && (
                  <RevocationBadge revocation={found[0].revocation} />
                )}
                {index === 0 && above ? (
                  <ExpiryBadge expiry={expiryOf(above.expiry_date, now)} />
                ) : (
                  found.length === 1 &&
                  found[0] && <ExpiryBadge expiry={found[0].expiry} isEnded={isEnded(found[0].revocation)} />
                )}
              </div>
              <div className={classes.small}>{whereText(found.length)}</div>
            </li>
          ))
        )}
      </ol>
    </Panel>
  )
}

function whereText(found: number) {
  if (found === 0) return 'Not in the inventory. The rest of the chain is unknown.'
  return found === 1 ? 'In the inventory, matched by name.' : `${found} certificates in the inventory have this name.`
}

const mostLinks = 8

/** By the names of issuers, until one is its own, is not known, or could be several. */
export function chainOf(row: InventoryRow, detail: Pick<Detail, 'issuer'>, all: readonly InventoryRow[]) {
  const links: { name: string; found: InventoryRow[] }[] = []
  let name = detail.issuer?.cname || row.issuer
  while (name && links.length < mostLinks && links.every((link) => link.name !== name)) {
    const wanted = name
    const found = all.filter((one) => one.name === wanted && one.id !== row.id)
    links.push({ name, found })
    const [only] = found
    name = found.length === 1 && only && !isOwnIssuer(only) ? only.issuer : ''
  }
  return links
}

/** The authority right above, where the service keeps it (its fields are not stated). */
function aboveOf({ intermediate }: Detail): { expiry_date: string } | undefined {
  const expiry_date = (intermediate as Record<string, unknown> | undefined)?.expiry_date
  return typeof expiry_date === 'string' && expiry_date ? { expiry_date } : undefined
}
