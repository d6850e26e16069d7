import { counted } from '#contract/words/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import { type HostProblem, problemLabel, problemState } from '#contract/keys/rules/hosts/host-health.ts'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import type { listTlsHosts } from '#contract/keys/tls-hosts.ts'
import { type Concern, type Places } from './concern.ts'

type ListedHost = Output<typeof listTlsHosts>['rows'][number]

/** Problems covered by the weakness counts or by the certificate's own concern. */
const saidElsewhere: ReadonlySet<string> = new Set<HostProblem>([
  'heartbleed',
  'poodle',
  'ssl3',
  'old-only',
  'revoked',
  'expired',
])

/** Hosts whose certificate clients reject, or that do not serve the certificate deployed to them. */
export const troubledHosts = (rows: readonly ListedHost[], places: Places): Concern[] =>
  hostsWith(rows, (name) => problemState(name) === 'bad' && !saidElsewhere.has(name), places)

/** Hosts with any of the given problems. */
export const hostsWith = (
  rows: readonly ListedHost[],
  isTold: (problem: string) => boolean,
  places: Pick<Places, 'tlsHost'>,
): Concern[] =>
  rows.flatMap(({ Host = '', Port = 0, Problems = [] }) => {
    const problems = Problems.filter(isTold)
    if (problems.length === 0) return []
    const place = hostPlace(Host, Port)
    return [
      {
        id: `host ${place}`,
        state: problems.join(' '),
        kind: 'host',
        urgent: problems.includes('undeployed'),
        title: place,
        why: `TLS host: ${problems.map(problemLabel).join(', ')}`,
        to: places.tlsHost(place),
      },
    ]
  })

/** One concern for the hosts that are not listed individually. */
export const moreHosts = (more: number, places: Places): Concern[] =>
  more <= 0
    ? []
    : [
        {
          id: 'more hosts',
          state: String(more),
          kind: 'host',
          urgent: false,
          title: 'More TLS hosts',
          why: `${counted(more, 'other host needs', 'other hosts need')} action`,
          to: places.tlsHostsIn('bad'),
        },
      ]
