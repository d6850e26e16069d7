import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { query, queryIfOffered } from '#api/query.ts'
import { askedDevices } from '#components/devices/asked-devices.ts'
import { listAudit } from '#contract/console/audit.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { type Input, type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { countVulnerabilities } from '#contract/keys/discovery.ts'
import { revocationsOf } from '#contract/keys/rules/revocation-state.ts'
import { listDeviceCommands, listDevices } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import { expiringCertificates, vulnerableHosts, weakCertificates } from './certificate-concerns.ts'
import { commandConcerns, commandDays, devicesInAudit, endingKeys } from './command-concerns.ts'
import { type Concern, type Places, takingTurns } from './concern.ts'
import { failedInstallations, silentComputers, silentDevices } from './silence-concerns.ts'

const everyMs = 5 * 60_000
const dayMs = 86_400_000
/** Rows of one question: whoever has more to look at has enough to do with these. */
const most = 25

/** Asked every few minutes, and when somebody comes back to the window; never in a hidden tab. */
const calmly = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
  ...query(endpoint, input),
  staleTime: everyMs,
  refetchInterval: everyMs,
  placeholderData: keepPreviousData,
})

/** Without an order, those that have been silent the longest can be anywhere in a long list. */
const unsorted = new Problem(
  'UNEXPECTED_CONTENT',
  'The server does not sort its devices, and the list is too long to be sorted here',
  { service: 'mdm' },
)

/** To the hour, so that the question stays the same one for a while. */
const since = (now: number) => Math.floor(now / 3_600_000) * 3_600_000 - commandDays * dayMs

/** What needs attention first, over all services; what could not be asked, and what the account may not ask. */
export function useAttention(places: Places, now: number) {
  const may = useMay()
  const connections = useQuery(calmly(listConnections, {}))
  const site = connections.data
  /** Nobody asks a service that this site does not have. */
  const isThere = (endpoint: Endpoint) =>
    serviceOf(endpoint) === 'console' ||
    site?.connections.some(({ service }) => service === serviceOf(endpoint)) === true
  const asked = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
    ...calmly(endpoint, input),
    enabled: may(endpoint.permission) && isThere(endpoint),
  })

  const certificates = useQuery(asked(listCertificates, {}))
  // A server that does not offer it says of no certificate whether it is revoked, and that is nothing to report.
  const issued = useQuery({
    ...queryIfOffered(listIssued, {}),
    refetchInterval: everyMs,
    enabled: may(listIssued.permission) && isThere(listIssued),
  })
  const weaknesses = useQuery(asked(countVulnerabilities, {}))
  const devices = useQuery({
    ...askedDevices({ limit: most, sort: 'last_contact_time', managed_status: ['2'], exclude_removed: true }),
    staleTime: everyMs,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    enabled: may(listDevices.permission) && isThere(listDevices),
  })
  const silent = useQuery(
    asked(listComputers, { pagelimit: most, sort: 'agent_last_contact_time', installstatusfilter: ['22'] }),
  )
  const failed = useQuery(asked(listComputers, { pagelimit: most, installstatusfilter: ['29'] }))
  // The connections of everybody are no secret, but only an administrator can do something about a key.
  const keys = may('Common_Admin') ? (site?.connections ?? []) : []
  const audit = useQuery(
    asked(listAudit, { source: 'console', search: 'device_id', since: since(now), limit: 200, page: 0 }),
  )
  const sentTo = devicesInAudit(audit.data?.entries ?? [])
  const histories = useQueries({
    queries: sentTo.map((device_id) => asked(listDeviceCommands, { device_id, days: commandDays, limit: most })),
  })
  const sent = sentTo.map((device_id, at) => ({ device_id, commands: histories[at]?.data?.rows ?? [] }))

  const certificateRows = certificates.data?.rows ?? []
  const revocations = revocationsOf(issued.data?.rows)
  const concerns: Concern[] = [
    ...commandConcerns(sent, now, places),
    ...failedInstallations(failed.data?.rows ?? [], places),
    ...vulnerableHosts(weaknesses.data?.SSLVulnerabilityCount, places),
    ...expiringCertificates(certificateRows, now, places, revocations),
    ...weakCertificates(certificateRows, now, places, revocations),
    ...silentDevices(devices.data?.rows ?? [], now, places),
    ...silentComputers(silent.data?.rows ?? [], now, places),
    ...endingKeys(keys, now, places),
  ]
  const questions = [
    { what: 'connections', endpoint: listConnections, asked: connections },
    { what: 'certificates', endpoint: listCertificates, asked: certificates },
    { what: 'host vulnerabilities', endpoint: countVulnerabilities, asked: weaknesses },
    {
      what: 'silent devices',
      endpoint: listDevices,
      asked: devices.data?.isMended === false ? { ...devices, error: unsorted } : devices,
    },
    { what: 'silent desktops', endpoint: listComputers, asked: silent },
    { what: 'desktops without an agent', endpoint: listComputers, asked: failed },
    ...histories.slice(0, 1).map((asked) => ({ what: 'commands', endpoint: listDeviceCommands, asked })),
  ]
  return {
    concerns: takingTurns(concerns),
    asking: issued.isLoading || questions.some(({ asked: { isLoading } }) => isLoading),
    failed: questions.flatMap(({ what, asked: { error, refetch } }) => (error ? [{ what, error, refetch }] : [])),
    notAllowed: questions.flatMap(({ what, endpoint }) =>
      may(endpoint.permission) || !isThere(endpoint) ? [] : [what],
    ),
  }
}
