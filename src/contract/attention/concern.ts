/** What somebody should look at, over all services: each with why it is there, and where to go. */

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
  /** Names what it is about, the same each time: whoever dismisses it means this. */
  id: string
  /** What it says of it now; when that changes, it is news again. */
  state: string
  kind: ConcernKind
  urgent: boolean
  title: string
  why: string
  /** Address of the place where something can be done about it. */
  to: string
}

/** Addresses of the console that concerns lead to: its own table of them has them all. */
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

/** One of each kind in turn, the urgent ones first: the most numerous kind must not crowd out the others. */
export function takingTurns(concerns: readonly Concern[]): Concern[] {
  const queues = concernKinds.map((kind) => concerns.filter((one) => one.kind === kind).toSorted(byUrgency))
  const rounds = Math.max(0, ...queues.map(({ length }) => length))
  const turn = (round: number) => queues.flatMap((queue) => queue[round] ?? []).toSorted(byUrgency)
  return Array.from({ length: rounds }, (_, round) => turn(round)).flat()
}

const dayMs = 86_400_000
export const daysSince = (at: Date, now: number) => Math.floor((now - at.getTime()) / dayMs)
