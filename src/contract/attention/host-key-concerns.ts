import type { Output } from '#contract/endpoint.ts'
import type { listHostKeys } from '#contract/keys/host-keys.ts'
import type { Concern, Places } from './concern.ts'

type HostKeys = Output<typeof listHostKeys>['rows'][number]

/** Hosts whose host key changed: reinstalled, or a possible machine-in-the-middle attack. */
export const changedHostKeys = (rows: readonly HostKeys[], places: Places): Concern[] =>
  rows.flatMap(({ ResourceName: name = '', Change }) => {
    if (!Change?.Known) return []
    const seen = Change.Seen || 'no key of this type'
    return [
      {
        id: `host key ${name}`,
        state: seen,
        kind: 'host-key',
        urgent: true,
        title: name || 'Unnamed host',
        why: `SSH host key changed: known ${Change.Known}, shown ${seen}. Nothing is sent to the host`,
        to: places.sshHost(name),
      },
    ]
  })
