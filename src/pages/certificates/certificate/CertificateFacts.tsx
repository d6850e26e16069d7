import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { answersQuery } from '#components/issuing/requests-query.ts'
import { algorithmName } from '#contract/keys/rules/signature-spelling.ts'
import { isEnded } from '#contract/keys/rules/revocation-state.ts'
import type { Detail } from '#contract/keys/jobs/certificate-target.ts'
import { namesOf } from '#pages/certificates/certificate-query.ts'
import { ExpiryBadge } from '#pages/certificates/ExpiryBadge.tsx'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { originText } from '#contract/keys/rules/origin.ts'
import { keyLengthText } from '#contract/words/key-length.ts'
import { stateExplained } from '#pages/certificates/state-explained.ts'
import { RevocationBadge } from '#pages/certificates/RevocationBadge.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { absoluteTime, asShown } from '#ui/values/moment.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties, type Property } from '#ui/values/Properties.tsx'
import classes from './Certificate.module.css'

type Props = { row: InventoryRow; detail: Detail | undefined; issuedProblem: string | undefined }

/** Fields of the certificate, as parsed by the service. */
export function CertificateFacts({ row, detail, issuedProblem }: Props) {
  const names = detail ? namesOf(detail) : []
  const { data: answers } = useQuery(answersQuery)
  const requests = answers?.rows.filter(({ CertID }) => String(CertID) === row.id).map(({ CSR_ID }) => String(CSR_ID))
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
      <Properties title="Certificate" items={[...factsOf(row, detail, issuedProblem), ...requestFact(requests)]} />
      {detail && (
        <Panel title={`Alternative names (${names.length.toLocaleString('en')})`}>
          {names.length > 0 ? (
            <ul
              className={`${classes.plain} ${classes.names}`}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard
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

function factsOf(row: InventoryRow, detail: Detail | undefined, issuedProblem: string | undefined): Property[] {
  const { endpoint, issuedto, issuer, certtype, certificateTemplate } = detail ?? {}
  const text = (label: string, value: string | undefined, wireName: string): Property => ({
    label,
    value: value || '–',
    wireName,
  })
  /** Copy buttons only for values that users search for elsewhere, to limit the number of tab stops. */
  const copied = (label: string, value: string | undefined, wireName: string): Property => ({
    ...text(label, value, wireName),
    ...(value && { copy: value }),
  })
  return [
    copied('Common name', row.name, 'Common Name'),
    copied('Serial number', endpoint?.serial, 'endpoint.serial'),
    text('Type', certtype, 'certtype'),
    text('Profile or template', certificateTemplate, 'certificateTemplate'),
    { label: 'Valid from', wireName: 'FromDate', value: <Exact at={row.from} raw={row.fromRaw} /> },
    { label: 'Expires', wireName: 'ExpiryDate', value: <Exact at={row.expiry.at} raw={row.expiry.raw} /> },
    {
      label: 'Revocation',
      value:
        issuedProblem === undefined
          ? stateExplained(row.revocation)
          : `Unknown: the list of issued certificates could not be read (${issuedProblem})`,
    },
    { label: 'Origin', value: originText(row) },
    copied('Issued to', partyText(issuedto), 'issuedto'),
    copied('Issued by', partyText(issuer) || row.issuer, 'issuer'),
    text(
      'Key',
      [endpoint?.keyalg && algorithmName(endpoint.keyalg), keyLengthText(endpoint?.PublicKeyLength ?? row.bits)]
        .filter(Boolean)
        .join(', '),
      'endpoint.keyalg',
    ),
    text('Signature', algorithmName(endpoint?.certSignAlg || row.algorithm || ''), 'endpoint.certSignAlg'),
    copied(fingerprintLabel(endpoint?.fingerPrint), endpoint?.fingerPrint, 'endpoint.fingerPrint'),
    copied('Certificate ID', row.id, 'CertID'),
    text('Created by', row.createdBy, 'Created By'),
    copied('Expiry notification email', row.email, 'Expiry Notification Email'),
  ]
}

/** Requests that led to this certificate; empty if none or unknown. */
const requestFact = (requests: readonly string[] = []): Property[] =>
  requests.length === 0
    ? []
    : [
        {
          label: requests.length === 1 ? 'Request' : 'Requests',
          value: requests.map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Anchor component={Link} underline="always" to={paths.request(id)}>
                Number {id}
              </Anchor>
            </span>
          )),
        },
      ]

/** Absolute time with time zone, and the relative time. */
const Exact = ({ at, raw }: { at: Date | undefined; raw: string }) =>
  at ? (
    <>
      {absoluteTime(asShown(at, raw))}
      {/* In print, it would be the same time again. */}
      <span data-screen-only>
        {' '}
        (<Moment at={at} raw={raw} />)
      </span>
    </>
  ) : (
    <Moment at={at} raw={raw} />
  )

const partyText = (party: Detail['issuer']) => [party?.cname, party?.orgunit, party?.org].filter(Boolean).join(', ')

/** The reference does not specify the digest; its length identifies it. */
const fingerprintLabel = (value = '') => {
  const digest = { 32: 'MD5', 40: 'SHA-1', 64: 'SHA-256' }[value.replaceAll(/[^\da-f]/gi, '').length]
  return digest === undefined ? 'Fingerprint' : `Fingerprint (${digest})`
}
