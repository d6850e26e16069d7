/** Problems of a TLS host, from its last check. An untested host does not count as healthy. */
import type { Output } from '#contract/endpoint.ts'
import { type getTlsHost, type HostState, hostStates } from '#contract/keys/tls-hosts.ts'
import { instantOf } from '#contract/time.ts'

export type TlsHost = Output<typeof getTlsHost>
export type ServedCertificate = NonNullable<TlsHost['Certificates']>[number]
type State = Exclude<HostState, 'ok'>

/** Badge text and severity of each problem; `bad` breaks connections or exposes secrets. */
export const hostProblems = {
  heartbleed: { state: 'bad', label: 'Heartbleed' },
  revoked: { state: 'bad', label: 'Revoked certificate in use' },
  expired: { state: 'bad', label: 'Expired certificate' },
  early: { state: 'bad', label: 'Not yet valid' },
  name: { state: 'bad', label: 'Wrong name' },
  chain: { state: 'bad', label: 'Incomplete chain' },
  'expired-issuer': { state: 'bad', label: 'Expired issuer in the chain' },
  'self-signed': { state: 'bad', label: 'Self-signed' },
  issuer: { state: 'bad', label: 'Unknown issuer' },
  poodle: { state: 'bad', label: 'POODLE' },
  ssl3: { state: 'bad', label: 'SSL 3.0' },
  'old-only': { state: 'bad', label: 'Neither TLS 1.2 nor 1.3' },
  undeployed: { state: 'bad', label: 'Deployed, not served' },
  renewed: { state: 'warn', label: 'Renewed, not served' },
  soon: { state: 'warn', label: 'Expires soon' },
  suites: { state: 'warn', label: 'Weak cipher suites' },
  'old-too': { state: 'warn', label: 'TLS 1.0 or 1.1 enabled' },
  differs: { state: 'warn', label: 'Different on another host' },
  failed: { state: 'warn', label: 'Last attempt failed' },
  untested: { state: 'untested', label: 'Not fully tested' },
} as const satisfies Record<string, { state: State; label: string }>
export type HostProblem = keyof typeof hostProblems

const isProblem = (name: string): name is HostProblem => Object.hasOwn(hostProblems, name)
/** Display text; unknown problems are shown by name. */
export const problemLabel = (name: string) => (isProblem(name) ? hostProblems[name].label : name)
export const problemState = (name: string): State => (isProblem(name) ? hostProblems[name].state : 'warn')

/** The worst state of the problems. */
export function stateOf(problems: readonly string[]): HostState {
  const states = problems.map(problemState)
  return hostStates.find((state) => state !== 'ok' && states.includes(state)) ?? 'ok'
}

const soonMs = 30 * 86_400_000
const timeOf = (text: string | undefined) => instantOf(text)?.getTime()

/** All problems of a host at a time, in the order of `hostProblems`. */
export function problemsOf(host: TlsHost, now: number): HostProblem[] {
  const found = new Set<HostProblem>([...certificateProblems(host, now), ...protocolProblems(host)])
  if (host.Failure) found.add('failed')
  if (host.Elsewhere?.length) found.add('differs')
  if (host.Deployments?.some(({ isServed }) => isServed === false)) found.add('undeployed')
  if (!isTested(host)) found.add('untested')
  return (Object.keys(hostProblems) as HostProblem[]).filter((name) => found.has(name))
}

function certificateProblems({ Certificates = [], LastDiscovered }: TlsHost, now: number): HostProblem[] {
  if (Certificates.length === 0) return timeProblems(LastDiscovered?.ExpiryDate, now)
  return Certificates.flatMap((one): HostProblem[] => [
    ...timeProblems(one.ExpiryDate, now),
    ...((timeOf(one.FromDate) ?? now) > now ? (['early'] as const) : []),
    ...(one.Revoked === 'revoked' || one.Revoked === 'held' ? (['revoked'] as const) : []),
    ...(one.NameMatch === 'no' ? (['name'] as const) : []),
    ...(one.Chain === 'incomplete' ? (['chain'] as const) : []),
    ...(one.Trust === 'self-signed'
      ? (['self-signed'] as const)
      : one.Trust === 'unknown'
        ? (['issuer'] as const)
        : []),
    ...(one.Sent?.some(({ ExpiryDate, sha256 }) => sha256 !== one.sha256 && isPast(ExpiryDate, now))
      ? (['expired-issuer'] as const)
      : []),
    ...(one.Newer?.CertID === undefined ? [] : (['renewed'] as const)),
  ])
}

const isPast = (text: string | undefined, now: number) => (timeOf(text) ?? now) < now

function timeProblems(end: string | undefined, now: number): HostProblem[] {
  const at = timeOf(end)
  if (at === undefined) return []
  return at < now ? ['expired'] : at < now + soonMs ? ['soon'] : []
}

export const isOffered = ({ Protocols = [] }: TlsHost, ...names: string[]) =>
  Protocols.some(({ Name = '', Offered }) => names.includes(Name) && Offered === 'yes')

function protocolProblems(host: TlsHost): HostProblem[] {
  const has = (name: string) =>
    host.Vulnerabilities?.some(({ Name, Found }) => Name === name && Found === 'yes') === true
  const isOld = has('No TLS1.2')
  return [
    ...(has('Heartbleed') ? (['heartbleed'] as const) : []),
    ...(has('Poodle SSL') ? (['poodle'] as const) : []),
    ...(has('SSLv3 Enabled') ? (['ssl3'] as const) : []),
    ...(isOld ? (['old-only'] as const) : []),
    ...(!isOld && isOffered(host, 'TLS 1.0', 'TLS 1.1') ? (['old-too'] as const) : []),
    ...(host.WeakCipherSuites?.length ? (['suites'] as const) : []),
  ]
}

/** Whether every check of a host has a result. */
function isTested({ Protocols, Vulnerabilities, KeyKinds, Certificates = [] }: TlsHost): boolean {
  if (!Protocols?.length || !Vulnerabilities?.length || !KeyKinds?.length || Certificates.length === 0) return false
  return (
    Protocols.every(({ Offered }) => Offered !== 'unknown') &&
    Vulnerabilities.every(({ Found }) => Found !== 'unknown') &&
    KeyKinds.every(({ Result }) => Result !== 'unknown') &&
    Certificates.every(({ NameMatch }) => NameMatch !== 'untested')
  )
}
