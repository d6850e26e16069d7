import { isEnded } from '#contract/keys/rules/revocation-state.ts'
import { type Detail, namesOf } from '#pages/certificates/certificate-query.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import type { InventoryRow } from '#pages/certificates/inventory.ts'
import { originText } from '#pages/certificates/origin.ts'
import { stateExplained } from '#pages/certificates/revocation-filter.ts'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties, type Property } from '#ui/values/Properties.tsx'
import classes from './Certificate.module.css'

type Props = { row: InventoryRow; detail: Detail | undefined; isAsking: boolean }

/** What the certificate says, as the service has read it. */
export function CertificateFacts({ row, detail, isAsking }: Props) {
  const names = detail ? namesOf(detail) : []
  return (
    <>
      <div className={classes.head}>
        {isEnded(row.revocation) && <RevocationBadge revocation={row.revocation} />}
        <ExpiryBadge expiry={row.expiry} isEarly={row.isEarly} isEnded={isEnded(row.revocation)} />
        {row.weaknesses.map((weakness) => (
          <StatusBadge key={weakness} tone="bad">
            {weakness}
          </StatusBadge>
        ))}
        {detail && <KeyBadge isHere={detail.endpoint?.PrivateKey} />}
      </div>
      <Properties title="Certificate" items={factsOf(row, detail, isAsking)} />
      {detail && (
        <Panel title={`Alternative names (${names.length.toLocaleString('en')})`}>
          {names.length > 0 ? (
            <ul
              className={`${classes.plain} ${classes.names}`}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard
              tabIndex={0}
              aria-label="Alternative names"
            >
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          ) : (
            <span>None. Browsers check only these names and reject a web server certificate without them.</span>
          )}
        </Panel>
      )}
    </>
  )
}

function KeyBadge({ isHere }: { isHere: boolean | undefined }) {
  if (isHere === undefined) return <StatusBadge tone="muted">Private key: unknown</StatusBadge>
  return isHere ? (
    <StatusBadge tone="info">Private key stored</StatusBadge>
  ) : (
    <StatusBadge tone="muted">No private key</StatusBadge>
  )
}

function factsOf(row: InventoryRow, detail: Detail | undefined, isAsking: boolean): Property[] {
  const { endpoint, issuedto, issuer, certtype, certificateTemplate } = detail ?? {}
  const text = (label: string, value: string | undefined, wireName: string): Property => ({
    label,
    value: value || '–',
    wireName,
    ...(value && { copy: value }),
  })
  return [
    text('Common name', row.name, 'Common Name'),
    text('Serial number', endpoint?.serial, 'endpoint.serial'),
    text('Type', certtype, 'certtype'),
    text('Template', certificateTemplate, 'certificateTemplate'),
    { label: 'Valid from', wireName: 'FromDate', value: <Moment at={row.from} raw={row.fromRaw} /> },
    { label: 'Expires', wireName: 'ExpiryDate', value: <Moment at={row.expiry.at} raw={row.expiry.raw} /> },
    { label: 'Revocation', value: isAsking ? 'Loading …' : stateExplained(row.revocation) },
    { label: 'Origin', value: isAsking ? 'Loading …' : originText(row) },
    text('Issued to', partyText(issuedto), 'issuedto'),
    text('Issued by', partyText(issuer) || row.issuer, 'issuer'),
    text(
      'Key',
      [endpoint?.keyalg, keyLength(endpoint?.PublicKeyLength ?? row.bits)].filter(Boolean).join(', '),
      'endpoint.keyalg',
    ),
    text('Signature', endpoint?.certSignAlg || row.algorithm, 'endpoint.certSignAlg'),
    text('Fingerprint (SHA-256)', endpoint?.fingerPrint, 'endpoint.fingerPrint'),
    text('Certificate ID', row.id, 'CertID'),
    text('Created by', row.createdBy, 'Created By'),
    text('Expiry notification email', row.email, 'Expiry Notification Email'),
  ]
}

const keyLength = (bits: string | number | undefined) => (bits === undefined || bits === '' ? '' : `${bits} bits`)

const partyText = (party: Detail['issuer']) => [party?.cname, party?.orgunit, party?.org].filter(Boolean).join(', ')
