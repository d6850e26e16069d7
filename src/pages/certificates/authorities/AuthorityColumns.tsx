import { Link } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import type { Authority } from '#components/issuing/sign-form.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { notReported } from '#components/offered/not-reported.ts'
import { setAuthorityProfiles } from '#contract/keys/profiles.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { issuedAt } from '#pages/certificates/issued/issued-search.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { type AcmeAuthority, inAddress } from '#pages/certificates/acme/acme-query.ts'
import { absoluteTime } from '#ui/values/moment.ts'

const { text, code, number, badge, time, actions } = columnsOf<Authority>({ filter: true })

const nameIn = ({ commonName, caName }: Authority) => commonName || caName

/** ACME status of the authorities; null if the server does not support ACME. */
type Acme = { rows: readonly AcmeAuthority[] } | null | undefined

/** `knowsProfiles`: whether the server supports profiles. */
export const authorityColumns = (limit: (authority: Authority) => void, knowsProfiles: boolean, acme: Acme) => [
  text('name', 'Authority', nameIn, {
    priority: 1,
    width: '16%',
    sortable: true,
    missing: 'Unnamed',
    to: ({ CertID }) => (CertID === undefined ? undefined : paths.certificate(String(CertID))),
  }),
  text('type', 'Type', typeText, { width: 84, sortable: true }),
  badge(
    'signs',
    'Signing',
    ({ canSign, reason }) => ({
      tone: canSign === undefined ? 'muted' : canSign ? 'ok' : 'warn',
      label: canSign === undefined ? 'Unknown' : canSign ? 'Can sign' : reason || 'Cannot sign',
    }),
    { priority: 1, width: 118 },
  ),
  time('expires', 'Expires', ({ ExpiryDate }) => ExpiryDate, { width: 105, sortable: true, filter: false }),
  number('issued', 'Issued', ({ issued }) => issued, {
    width: 84,
    sortable: true,
    cell: (authority) => {
      const { issued, sha256 } = authority
      if (!issued || !sha256) return issued === undefined ? '–' : '0'
      return (
        <Anchor
          component={Link}
          size="sm"
          to={issuedAt({ issuer: sha256, state: 'any' })}
          aria-label={`Issued by ${nameIn(authority) ?? 'it'}: ${issued}`}
        >
          {issued.toLocaleString('en')}
        </Anchor>
      )
    },
  }),
  number('revoked', 'Revoked', ({ revoked }) => revoked, { width: 90, sortable: true, hidden: true }),
  text('crl', 'CRL and OCSP', (authority) => `${crlText(authority)}\n${ocspText(authority)}`.trim(), {
    width: '18%',
    cell: (authority) => (
      <>
        <div>{crlText(authority)}</div> <div>{ocspText(authority)}</div>
      </>
    ),
  }),
  code('crlAddress', 'CRL address', ({ crlUrl }) => crlUrl, { breaks: true, hidden: true }),
  code('ocsp', 'OCSP address', ({ ocspUrl }) => ocspUrl, { breaks: true, hidden: true }),
  text('profiles', 'Profiles', (authority) => profilesText(authority, knowsProfiles), { width: '13%' }),
  text('acme', 'ACME', (authority) => acmeText(authority, acme), {
    width: 84,
    to: ({ sha256 = '' }) => (acmeOf(sha256, acme) ? paths.authorityAcme(inAddress(sha256)) : undefined),
  }),
  actions(
    (authority) =>
      knowsProfiles &&
      authority.signType === 'signWithRoot' && (
        <ActionButton
          endpoint={setAuthorityProfiles}
          size="compact-xs"
          reason={!authority.sha256 && 'The service did not report its fingerprint.'}
          aria-label={`Limit profiles of ${nameIn(authority) ?? 'an unnamed authority'}`}
          onClick={() => limit(authority)}
        >
          Limit profiles
        </ActionButton>
      ),
    { width: 125 },
  ),
]

const acmeOf = (sha256: string, acme: Acme) => acme?.rows.find((row) => row.sha256 === sha256)

function acmeText({ signType, sha256 = '' }: Authority, acme: Acme): string {
  if (acme === null) return `${notReported} it`
  const found = acmeOf(sha256, acme)
  return found ? (found.enabled ? 'Enabled' : 'Disabled') : signType === 'EXTCA' || acme ? '–' : ''
}

function typeText({ signType, isRoot }: Authority): string {
  if (signType === 'EXTCA') return 'External'
  return isRoot === undefined ? 'Internal' : isRoot ? 'Root' : 'Issuing'
}

const ocspTexts: Record<string, string> = {
  answers: 'OCSP: available',
  'no key': 'OCSP: cannot answer, the private key is not stored',
}

const ocspText = ({ ocspState = '' }: Authority) => ocspTexts[ocspState] ?? ''

/** Status of the latest CRL, which is created on the first request. */
function crlText({ crlUrl, crlNumber, crlThisUpdate, crlNextUpdate, crlBytes }: Authority): string {
  if (crlNumber === undefined) return crlUrl ? 'CRL: not requested yet' : '–'
  const [from, until] = [instantOf(crlThisUpdate), instantOf(crlNextUpdate)]
  const times =
    from && until
      ? `Updated ${absoluteTime(from)}, next ${absoluteTime(until)}`
      : 'Changed since the last CRL; the next request creates a new one'
  const size = crlBytes === undefined ? '' : `, ${crlBytes.toLocaleString('en')} bytes`
  return `CRL: number ${crlNumber}${size}\n${times}`
}

function profilesText({ signType, profiles }: Authority, knowsProfiles: boolean): string {
  if (signType === 'EXTCA') return 'By its templates'
  if (!knowsProfiles) return `${notReported} them`
  return profiles?.join(', ') ?? 'All'
}
