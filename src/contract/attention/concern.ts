/** Items that need attention, across all services, each with its reason and a link. */

export const concernKinds = [
  'approval',
  'audit',
  'connection',
  'failed',
  'host-key',
  'job',
  'stuck',
  'schedule',
  'vulnerable',
  'host',
  'renewal',
  'expiring',
  'weak',
  'silent',
  'key',
  'rotation',
] as const
export type ConcernKind = (typeof concernKinds)[number]
export const kindLabels: Record<ConcernKind, string> = {
  approval: 'Approval',
  audit: 'Audit',
  connection: 'Connection',
  failed: 'Failed',
  'host-key': 'Host key',
  job: 'Job',
  stuck: 'Waiting',
  schedule: 'Schedule',
  vulnerable: 'Vulnerable',
  host: 'TLS host',
  renewal: 'Renewal',
  expiring: 'Expiry',
  weak: 'Weak',
  silent: 'Silent',
  key: 'API key',
  rotation: 'Key age',
}

export type Concern = {
  /** Stable identifier, by which a concern is dismissed. */
  id: string
  /** Current state; a dismissed concern reappears when it changes. */
  state: string
  kind: ConcernKind
  urgent: boolean
  title: string
  why: string
  /** Address of the page where it can be resolved. */
  to: string
}

/** Console addresses that concerns link to. */
export type Places = {
  readonly [
    Name in
      | 'device'
      | 'schedule'
      | 'job'
      | 'sshKey'
      | 'deviceCommands'
      | 'computer'
      | 'certificate'
      | 'request'
      | 'vulnerability'
      | 'sshHost'
      | 'tlsHost'
      | 'tlsHostsIn'
  ]: (id: string) => string
} & {
  readonly [
    Name in 'certificates' | 'desktops' | 'desktopAgents' | 'apiKeys' | 'audit' | 'connections' | 'views'
  ]: string
}

const byUrgency = (one: Concern, other: Concern) => Number(other.urgent) - Number(one.urgent)

/** Alternates between kinds, most urgent first, so that one frequent kind does not crowd out the others. */
export function takingTurns(concerns: readonly Concern[]): Concern[] {
  const queues = concernKinds.map((kind) => concerns.filter((one) => one.kind === kind).toSorted(byUrgency))
  const rounds = Math.max(0, ...queues.map(({ length }) => length))
  const turn = (round: number) => queues.flatMap((queue) => queue[round] ?? []).toSorted(byUrgency)
  return Array.from({ length: rounds }, (_, round) => turn(round)).flat()
}

const dayMs = 86_400_000
export const daysSince = (at: Date, now: number) => Math.floor((now - at.getTime()) / dayMs)
