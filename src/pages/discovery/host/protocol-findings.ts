import { isOffered, type TlsHost } from '#contract/keys/rules/hosts/host-health.ts'
import { weaknesses, type Weakness } from '#contract/keys/rules/weaknesses.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Finding } from './finding.ts'

const versions = ['TLS 1.3', 'TLS 1.2', 'TLS 1.1', 'TLS 1.0', 'SSLv3'] as const
type Version = (typeof versions)[number]

const labels: Partial<Record<Version, string>> = { SSLv3: 'SSL 3.0' }

/** Supported TLS versions and ciphers, and the certificates presented by client type. */
export function protocolFindings(host: TlsHost): Finding[] {
  const at = host.CheckedAt
  return [
    ...versions.map((version) => versionFinding(version, host)),
    suites(host),
    ...(['ECDSA', 'RSA'] as const).map((kind) => keyKind(kind, host, at)),
  ]
}

function versionFinding(version: Version, host: TlsHost): Finding {
  const label = labels[version] ?? version
  const offered = host.Protocols?.find(({ Name }) => Name === version)?.Offered
  if (offered === 'yes')
    return {
      label,
      tone: toneOffered(version, host),
      text: 'Offered',
      how: 'The host accepted a handshake in this version',
      at: host.CheckedAt,
    }
  if (offered === 'no')
    return {
      label,
      tone: toneRefused(version, host),
      text: 'Not offered',
      how: 'The host declined a handshake in this version or answered with another one',
      at: host.CheckedAt,
    }
  return { label, ...untested(host.CheckedAt) }
}

const isModern = (host: TlsHost) => isOffered(host, 'TLS 1.2', 'TLS 1.3')

function toneOffered(version: Version, host: TlsHost): Tone {
  if (version === 'TLS 1.2' || version === 'TLS 1.3') return 'ok'
  return version === 'SSLv3' || !isModern(host) ? 'bad' : 'warn'
}

function toneRefused(version: Version, host: TlsHost): Tone {
  if (version !== 'TLS 1.2' && version !== 'TLS 1.3') return 'ok'
  return isModern(host) ? 'info' : 'bad'
}

const untested = (at: string | undefined) =>
  at === undefined
    ? { tone: 'muted' as const, text: 'Not tested', how: 'The host has not been checked yet' }
    : { tone: 'muted' as const, text: 'Not tested', how: 'The host did not respond in time', at }

function suites({ WeakCipherSuites, VulnerabilitiesAt: at }: TlsHost): Finding {
  const label = 'Weak cipher suites'
  if (WeakCipherSuites === undefined) return { label, ...untested(at) }
  const how = 'Only weak suites were offered in TLS 1.2 and TLS 1.0, until the host accepted none'
  return WeakCipherSuites.length > 0
    ? { label, tone: 'warn', text: `${WeakCipherSuites.length} accepted`, detail: WeakCipherSuites.join(', '), how, at }
    : { label, tone: 'ok', text: 'None accepted', how, at }
}

function keyKind(kind: string, { KeyKinds }: TlsHost, at: string | undefined): Finding {
  const label = `${kind} certificate`
  const result = KeyKinds?.find(({ Name }) => Name === kind)?.Result
  const how = `A handshake was offered with ${kind} signatures only`
  if (result === 'certificate') return { label, tone: 'info', text: 'Presented', how, at }
  if (result === 'none') return { label, tone: 'info', text: 'None', how, at }
  return { label, ...untested(at) }
}

const questions: Record<Weakness, { label: string; how: string }> = {
  Heartbleed: {
    label: 'Heartbleed',
    how: 'A heartbeat with an invalid length was sent; patched servers do not answer',
  },
  'Poodle SSL': { label: 'POODLE', how: 'SSL 3.0 was offered with block cipher suites only' },
  'SSLv3 Enabled': { label: 'SSL 3.0 enabled', how: 'Only SSL 3.0 was offered' },
  Revoked: { label: 'Revoked certificate in use', how: 'Records of the internal authorities, read now' },
  'Weak Cipher Suites': { label: 'Weak cipher suites', how: 'Only weak suites were offered' },
  'No TLS1.2': { label: 'Neither TLS 1.2 nor 1.3', how: 'TLS 1.2 and TLS 1.3 were offered' },
}

/** The six vulnerabilities that are counted over all hosts. */
export const vulnerabilityFindings = (host: TlsHost): Finding[] => weaknesses.map((name) => vulnerability(name, host))

function vulnerability(name: Weakness, host: TlsHost): Finding {
  const { label, how } = questions[name]
  const found = foundOf(name, host)
  const at = name === 'Revoked' ? new Date().toISOString() : host.VulnerabilitiesAt
  if (found === 'yes') return { label, tone: name === 'Weak Cipher Suites' ? 'warn' : 'bad', text: 'Found', how, at }
  if (found === 'no') return { label, tone: 'ok', text: 'Not found', how, at }
  if (name !== 'Revoked') return { label, ...untested(at) }
  return { label, tone: 'muted', text: 'Not tested', how: 'Available only for certificates of internal authorities' }
}

function foundOf(
  name: Weakness,
  { Vulnerabilities, WeakCipherSuites, Certificates = [] }: TlsHost,
): string | undefined {
  if (name === 'Weak Cipher Suites') return WeakCipherSuites && (WeakCipherSuites.length > 0 ? 'yes' : 'no')
  if (name !== 'Revoked') return Vulnerabilities?.find(({ Name }) => Name === name)?.Found
  if (Certificates.some(({ Revoked }) => Revoked === 'revoked' || Revoked === 'held')) return 'yes'
  return Certificates.length > 0 && Certificates.every(({ Revoked }) => Revoked === 'no') ? 'no' : undefined
}
