/** Certificate discovery with hosts as job items; the response contains the result of each. */
import type { JobRow, ItemOutcome } from '#contract/endpoint.ts'
import { type HostResult, isSuccess } from '#contract/keys/result.ts'
import { hostPlace, readPlace } from '#contract/keys/rules/hosts/host-place.ts'

type Place = { host: string; port: number }
/** Hosts per call, equal to the service's concurrency, so that pausing takes at most one host's timeout. */
export const hostsAtOnce = 64
const defaultPort = 443

export const discoveryJob: JobRow = {
  subject: 'HOST',
  kind: 'tls-host',
  input: ([place = '']) => {
    const { host, port } = placeOf(place)
    return { HOST: host, PORT: String(port) }
  },
  answered: outcomesByHosts,
  isRepeatable: true,
}

export const discoveryJobOfMany: JobRow = {
  subject: 'File',
  kind: 'tls-host',
  batchSize: hostsAtOnce,
  input: (places) => ({
    FileName: 'hosts.txt',
    PORT: defaultPort,
    File: { name: 'hosts.txt', bytes: new TextEncoder().encode(places.map(lineOf).join('')), type: 'text/plain' },
  }),
  answered: outcomesByHosts,
  isRepeatable: true,
}

const placeOf = (place: string): Place => readPlace(place) ?? { host: place, port: defaultPort }
const lineOf = (place: string) => {
  const { host, port } = placeOf(place)
  return `${host} ${port}\n`
}

/** A host without a certificate is a valid result. */
function outcomesByHosts(results: readonly HostResult[], places: readonly string[]): Map<string, ItemOutcome> {
  const byName = new Map(results.map((result) => [result.host.toLowerCase(), result]))
  const named = (name: string) => byName.get(name.toLowerCase())
  // A single result belongs to a single requested host, even if it is named by its address.
  const only = places.length === 1 && results.length === 1 ? results[0] : undefined
  return new Map(
    places.map((place) => {
      const { host, port } = placeOf(place)
      // The result names the host alone, or with its port if several ports were requested.
      const found = named(hostPlace(host, port)) ?? named(`${host}:${port}`) ?? named(host) ?? only
      return [
        place,
        found ? outcomeOf(found) : { outcome: 'unknown', remark: 'No result from the server for this host' },
      ]
    }),
  )
}

const outcomeOf = ({ status, message }: HostResult): ItemOutcome => ({
  outcome: isSuccess(status) ? 'done' : 'failed',
  remark: message,
})
