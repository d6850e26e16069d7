import type { JobOrder } from '#components/jobs/start-job.ts'
import { discoverFromFile, discoverHost } from '#contract/keys/discovery.ts'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import type { Target } from './targets.ts'

/** Creates a job that reads the certificate of each host. */
export function orderFor(targets: readonly Target[], timeout: string): JobOrder {
  const places = targets.map(({ host, port }) => hostPlace(host, port))
  const [first = ''] = places
  const last = places.length === 1 ? '' : ` to ${places.at(-1)}`
  const isOne = places.length === 1
  return {
    endpoint: isOne ? discoverHost : discoverFromFile,
    title: (isOne
      ? `Discover the certificate of ${first}`
      : `Discover certificates of ${places.length.toLocaleString('en')} hosts (${first}${last})`
    ).slice(0, 200),
    input: { TIMEOUT: timeout },
    items: places.map((place) => ({ subject: place, label: place })),
  }
}
