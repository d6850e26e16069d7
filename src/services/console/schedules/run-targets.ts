import type { ScheduleTarget } from '#contract/console/schedules.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { discoverFromFile } from '#contract/keys/discovery.ts'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import type { JobOwner, People } from '#platform/console.ts'

type Found = { subject: string; label: string; detail: string }
type FindTarget = {
  /** The endpoint that takes what is found. */
  endpoint: string
  find: (callAs: People['callAs'], owner: JobOwner, signal: AbortSignal) => Promise<Found[]>
}
type Listed = { 'DNS Name/FQDN'?: string; Port?: string | number }

/** What runs are about whose items are determined when they start. */
export const runTargets: Record<Exclude<ScheduleTarget, 'items'>, FindTarget> = {
  'known-hosts': {
    endpoint: discoverFromFile.id,
    find: async (callAs, owner, signal) => {
      const places = new Set<string>()
      await callAs(owner, listCertificates, {}, signal, {
        begin: () => places.clear(),
        add: (rows) => {
          for (const { 'DNS Name/FQDN': host = '', Port: port = 0 } of rows as readonly Listed[])
            if (host !== '' && Number(port) > 0) places.add(hostPlace(host.toLowerCase(), port))
        },
      })
      return [...places].toSorted().map((place) => ({ subject: place, label: place.slice(0, 300), detail: '' }))
    },
  },
}
