import { counted } from '#contract/words/counted.ts'
import type { ServedCertificate } from '#contract/keys/rules/hosts/host-health.ts'
import { reasonText } from '#contract/keys/rules/revocation-state.ts'
import { instantOf } from '#contract/time.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import type { Finding } from './finding.ts'

const dayMs = 86_400_000
const soonDays = 30

/** How a client would validate a certificate that the host presents. */
export const certificateFindings = (one: ServedCertificate, host: string, now: number): Finding[] =>
  [
    validity(one, now),
    name(one, host),
    chain(one),
    trust(one),
    ...expiredIssuers(one, now),
    revocation(one),
    renewal(one),
  ].map((finding) => (finding.at === undefined ? seenWith(one, finding) : finding))

const seenWith = ({ SeenAt: at }: ServedCertificate, finding: Finding): Finding => ({ ...finding, at })

function validity({ FromDate, ExpiryDate }: ServedCertificate, now: number): Finding {
  const from = instantOf(FromDate)
  const end = instantOf(ExpiryDate)
  const label = 'Validity'
  const how = 'Dates in the certificate, compared with the time of this browser'
  if (!end) return { label, tone: 'muted', text: 'Not known', how: 'The dates in the certificate could not be read' }
  const days = Math.floor((end.getTime() - now) / dayMs)
  if (end.getTime() < now) return { label, tone: 'bad', text: 'Expired', detail: absoluteTime(end), how }
  if (from && from.getTime() > now)
    return { label, tone: 'bad', text: 'Not yet valid', detail: `Begins ${absoluteTime(from)}`, how }
  const text = counted(days, 'day left', 'days left')
  return { label, tone: days < soonDays ? 'warn' : 'ok', text, detail: `Valid until ${absoluteTime(end)}`, how }
}

function name({ NameMatch, Names = [], NameCount = Names.length }: ServedCertificate, host: string): Finding {
  const label = 'Name'
  const more = NameCount > Names.length ? ` and ${(NameCount - Names.length).toLocaleString('en')} more` : ''
  const named =
    Names.length > 0 ? `Names in the certificate: ${Names.join(', ')}${more}` : 'The certificate has no names'
  if (NameMatch === 'yes') return { label, tone: 'ok', text: 'Matches', detail: `Valid for ${host}`, how: named }
  if (NameMatch === 'no') return { label, tone: 'bad', text: 'Wrong name', detail: `Not valid for ${host}`, how: named }
  return {
    label,
    tone: 'muted',
    text: 'Not tested',
    how: `The host was discovered by address. Discover it by its DNS name to test this. ${named}`,
  }
}

const sentText = ({ Sent = [] }: ServedCertificate) =>
  Sent.length > 0
    ? `Sent by the host, in this order: ${Sent.map(({ Name }) => Name || 'unnamed').join(', ')}`
    : 'What the host sent is not known'

function chain(one: ServedCertificate): Finding {
  const { Chain, Missing = [] } = one
  const label = 'Chain'
  const how = sentText(one)
  if (one.Trust === 'self-signed')
    return { label, tone: 'muted', text: 'None', detail: 'The certificate is its own issuer', how }
  if (Chain === 'complete') return { label, tone: 'ok', text: 'Complete', how }
  if (Chain === 'incomplete')
    return { label, tone: 'bad', text: 'Incomplete', detail: `Not sent: ${Missing.join(', ')}`, how }
  if (Chain === 'unknown')
    return {
      label,
      tone: 'warn',
      text: 'Not known to be complete',
      detail: `Not sent and not known here: ${Missing.join(', ') || 'an issuer without a name'}`,
      how: `${how}. If that issuer is an intermediate, the host must send it`,
    }
  return { label, tone: 'muted', text: 'Not tested', how }
}

function trust({ Trust, Root, Missing = [] }: ServedCertificate): Finding {
  const label = 'Trust'
  if (Trust === 'public')
    return {
      label,
      tone: 'ok',
      text: 'Public root',
      ...(Root && { detail: Root }),
      how: 'Signatures verified up to a root in Mozilla’s list, as the service has it',
    }
  if (Trust === 'inventory')
    return {
      label,
      tone: 'ok',
      text: 'Root of this inventory',
      ...(Root && { detail: Root }),
      how: 'Signatures verified up to a root that was created or imported here. Only clients with this root installed trust it',
    }
  if (Trust === 'self-signed')
    return {
      label,
      tone: 'bad',
      text: 'Self-signed',
      how: 'The certificate is its own issuer. Clients trust it only where it was installed',
    }
  if (Trust === 'unknown')
    return {
      label,
      tone: 'bad',
      text: 'Unknown issuer',
      detail: Root ?? (Missing.at(-1) || 'Without a name'),
      how: 'It is neither in Mozilla’s list of roots nor created or imported here. Certificates sent by the host do not make it trusted',
    }
  return { label, tone: 'muted', text: 'Not tested', how: 'The server reported no result' }
}

function expiredIssuers({ Sent = [], sha256 }: ServedCertificate, now: number): Finding[] {
  return Sent.flatMap(({ Name, ExpiryDate, sha256: own }) => {
    const end = instantOf(ExpiryDate)
    if (own === sha256 || !end || end.getTime() >= now) return []
    return [
      {
        label: 'Issuer in the chain',
        tone: 'bad' as const,
        text: 'Expired',
        detail: `${Name || 'unnamed'}, ${absoluteTime(end)}`,
        how: 'Dates of the issuers that the host sent',
      },
    ]
  })
}

function revocation({ Revoked, RevokedAt, revoke_reason: reason, Issuer }: ServedCertificate): Finding {
  const label = 'Revocation'
  const how = 'Record of the internal authority that issued it, read now'
  const at = new Date().toISOString()
  if (Revoked === 'no') return { label, tone: 'ok', text: 'Not revoked', how, at }
  if (Revoked === 'revoked' || Revoked === 'held') {
    const since = instantOf(RevokedAt)
    const text = Revoked === 'held' ? 'On hold, in use' : 'Revoked, in use'
    const detail = [reasonText({ reason }), since && `since ${absoluteTime(since)}`].filter(Boolean).join(', ')
    return { label, tone: 'bad', text, detail, how, at }
  }
  return {
    label,
    tone: 'muted',
    text: 'Not tested',
    how: `Issued by ${Issuer || 'an unknown issuer'}, which is not an internal authority. CRLs and OCSP responders of other authorities are not queried`,
  }
}

function renewal({ Newer, CertID }: ServedCertificate): Finding {
  const label = 'Renewal'
  const how = 'Certificates of the inventory with the same common name and kind of key, read now'
  const at = new Date().toISOString()
  if (Newer?.CertID !== undefined)
    return {
      label,
      tone: 'warn',
      text: 'Renewed, not served',
      how,
      at,
      link: { certificate: String(Newer.CertID), text: `Newer certificate: ID ${Newer.CertID}` },
    }
  if (CertID === undefined)
    return { label, tone: 'warn', text: 'Not in the inventory', how: 'It may have been deleted', at }
  return { label, tone: 'info', text: 'None newer', detail: 'No newer certificate in the inventory', how, at }
}
