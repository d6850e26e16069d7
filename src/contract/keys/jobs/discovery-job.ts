/** Hosts that are asked for their certificates as items of a job: the answer says what became of each. */
import type { JobRow, Told } from '#contract/endpoint.ts'
import { type HostResult, isSuccess } from '#contract/keys/result.ts'
import { hostPlace, readPlace } from '#contract/keys/rules/hosts/host-place.ts'

type Place = { host: string; port: number }
/** How many hosts one call asks: as many as the service asks at once, so that a pause waits no longer than one host may. */
export const hostsAtOnce = 64
const defaultPort = 443

export const discoveryJob: JobRow = {
  subject: 'HOST',
  kind: 'tls-host',
  input: ([place = '']) => {
    const { host, port } = placeOf(place)
    return { HOST: host, PORT: String(port) }
  },
  answered: toldByHosts,
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
  answered: toldByHosts,
  isRepeatable: true,
}

const placeOf = (place: string): Place => readPlace(place) ?? { host: place, port: defaultPort }
const lineOf = (place: string) => {
  const { host, port } = placeOf(place)
  return `${host} ${port}\n`
}

/** A host without a certificate is an answer, too. */
function toldByHosts(results: readonly HostResult[], places: readonly string[]): Map<string, Told> {
  const byName = new Map(results.map((result) => [result.host.toLowerCase(), result]))
  const named = (name: string) => byName.get(name.toLowerCase())
  // One that was asked alone is meant, also where the server names it by its address.
  const only = places.length === 1 && results.length === 1 ? results[0] : undefined
  return new Map(
    places.map((place) => {
      const { host, port } = placeOf(place)
      // A host is named alone, and with its port where it is asked at several.
      const found = named(hostPlace(host, port)) ?? named(`${host}:${port}`) ?? named(host) ?? only
      return [place, found ? toldBy(found) : { outcome: 'unknown', remark: 'No result from the server for this host' }]
    }),
  )
}

const toldBy = ({ status, message }: HostResult): Told => ({
  outcome: isSuccess(status) ? 'done' : 'failed',
  remark: message,
})
