import { exportLimit, part } from '#components/lists/cached-list.ts'
import { listAddress, oneOf, pageOf, searchText } from '#components/lists/list-address.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { hostStates, type HostState, listTlsHosts } from '#contract/keys/tls-hosts.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export type ListedHost = Output<typeof listTlsHosts>['rows'][number]

/** Worst state first. Untested hosts must not look like healthy ones. */
export const stateWords: Record<HostState, { label: string; tone: Tone }> = {
  bad: { label: 'Act now', tone: 'bad' },
  warn: { label: 'Warning', tone: 'warn' },
  untested: { label: 'Not fully tested', tone: 'muted' },
  ok: { label: 'No problem found', tone: 'ok' },
}
export const wordsOfState = (state: string | undefined) =>
  stateWords[state as HostState] ?? { label: state || 'Unknown', tone: 'muted' as const }

export const stateOptions = [
  { value: 'any', label: 'Any state' },
  ...hostStates.map((value) => ({ value, label: stateWords[value].label })),
]

const hostAddress = listAddress(
  { ...pageOf(100, 500), search: searchText, state: oneOf('any', ['any', ...hostStates]) },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    state: ({ state }) => `state “${wordsOfState(state).label}”`,
  },
)

/** Known hosts, as a server-side list; null if the server does not support it. */
export const tlsHosts: ServerList<typeof listTlsHosts, (typeof hostAddress)['defaults']> = {
  name: 'tls-hosts',
  endpoint: listTlsHosts,
  address: hostAddress,
  input: ({ search, state }) => ({ ...(search && { search }), ...(state !== 'any' && { state }) }),
  part,
  exportLimit,
  madeOf: listTlsHosts,
}
