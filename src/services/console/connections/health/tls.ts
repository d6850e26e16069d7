import type { Finding } from '#contract/console/connections.ts'
import { counted } from '#contract/words/counted.ts'
import { found, settingOf } from './finding.ts'
import { isNoTls, noAnswer } from './knock.ts'
import type { ServerObservations } from './observations.ts'

const day = 86_400_000
const soonDays = 30

type Words = { title: string; next: (settings: { ca: string; address: string }) => string }

const renew = () => 'Renew the certificate on that server.'
const trustIt: Words['next'] = ({ ca }) =>
  `Save the certificate of the server as a PEM file and name that file in ${ca}. Verify first that it belongs to the server.`
const trustIssuer: Words['next'] = ({ ca }) =>
  `Save the certificate of the authority that issued it as a PEM file and name that file in ${ca}.`
const tooOld: Words = {
  title: 'The server supports only outdated versions of TLS',
  next: () => 'Enable TLS 1.2 or 1.3 on that server. Older versions are insecure and not supported.',
}

/** Explanations of TLS errors by OpenSSL and Node code. */
const refused: Record<string, Words> = {
  CERT_HAS_EXPIRED: { title: 'The certificate of the server has expired', next: renew },
  CERT_NOT_YET_VALID: {
    title: 'The certificate of the server is not valid yet',
    next: () => 'Compare the clocks of that server and of the host of this console.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    title: 'The certificate is for another host',
    next: ({ address }) =>
      `Write one of the names in the certificate in ${address}, or give the server one with its name.`,
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: { title: 'The certificate of the server is self-signed', next: trustIt },
  SELF_SIGNED_CERT_IN_CHAIN: { title: 'The issuer of the certificate is not trusted', next: trustIssuer },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    title: 'The issuer of the certificate is not trusted',
    next: trustIssuer,
  },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    title: 'The issuer of the certificate is not trusted, or the server omits an intermediate certificate',
    next: (settings) => `${trustIssuer(settings)} A server must send its intermediate certificates.`,
  },
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: tooOld,
  ERR_SSL_UNSUPPORTED_PROTOCOL: tooOld,
  ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED: tooOld,
}
const weak: Words = {
  title: 'TLS handshake failed',
  next: () => 'Check the TLS settings and the log of that server; the detail is the message of OpenSSL.',
}

export function checkTls({ upstream, knock, speaks }: ServerObservations): Finding[] {
  const settings = { ca: settingOf(upstream, 'ca_file'), address: settingOf(upstream, 'base_url') }
  const { host } = upstream.baseUrl
  if (upstream.baseUrl.protocol === 'http:') return []
  if (knock.opens) return knock.tls ? [expiry(knock.tls.validUntil, `${host}, ${knock.tls.protocol}`)] : []
  if (knock.at !== 'handshake' || (knock.code === noAnswer && !speaks)) return []
  if (speaks === 'http' || isNoTls(knock.code)) {
    return [
      found('tls', 'bad', 'The server uses plain http at this port, but the base URL uses https', {
        detail: host,
        next: `Set its https port in ${settings.address}. Use http:// only if it has none.`,
      }),
    ]
  }
  const { title, next } = refused[knock.code] ?? weak
  const names = knock.names ? `; the certificate is for ${knock.names}` : ''
  return [found('tls', 'bad', title, { detail: `${host} (${knock.code})${names}`, next: next(settings) })]
}

function expiry(validUntil: number, detail: string): Finding {
  const days = Math.floor((validUntil - Date.now()) / day)
  const until = `${detail}, valid until ${new Date(validUntil).toISOString().slice(0, 10)}`
  if (days >= soonDays) return found('tls', 'good', 'The certificate is valid and trusted', { detail: until })
  return found('tls', 'warning', `The certificate of the server expires in ${daysText(days)}`, {
    detail: until,
    next: renew(),
  })
}

export const daysText = (days: number) => counted(Math.max(0, days), 'day', 'days')
