import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { query, queryIfOffered } from '#api/query.ts'
import { unanswered } from '#components/actions/unanswered.ts'
import { checkedList } from '#components/desktops/checked-list.ts'
import { checkedDevices } from '#components/devices/checked-devices.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { whilePartial } from '#components/lists/while-partial.ts'
import { listAudit } from '#contract/console/audit.ts'
import { listJobs } from '#contract/console/jobs.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listSchedules } from '#contract/console/schedules.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { type Input, type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { listAcmeRequests } from '#contract/keys/acme-orders.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { countVulnerabilities } from '#contract/keys/discovery.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { revocationStates } from '#contract/keys/rules/revocation-state.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { listTlsHosts } from '#contract/keys/tls-hosts.ts'
import { Problem } from '#contract/problem.ts'
import '#contract/problems/explained.ts'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import { approvalConcerns } from '#contract/attention/approval-concerns.ts'
import {
  expiringCertificates,
  moreCertificates,
  vulnerableHosts,
  weakCertificates,
} from '#contract/attention/certificate-concerns.ts'
import { commandConcerns, commandDays, devicesInAudit, endingKeys } from '#contract/attention/command-concerns.ts'
import { moreHosts, troubledHosts } from '#contract/attention/host-concerns.ts'
import { changedHostKeys } from '#contract/attention/host-key-concerns.ts'
import { type Concern, type Places, takingTurns } from '#contract/attention/concern.ts'
import { renewalConcerns } from '#contract/attention/renewal-concerns.ts'
import { scheduleConcerns } from '#contract/attention/schedule-concerns.ts'
import { failedInstallations, silentComputers, silentDevices } from '#contract/attention/silence-concerns.ts'

const everyMs = 5 * 60_000
const dayMs = 86_400_000
/** Maximum number of rows per request; the list is for the most urgent issues. */
const max = 25

/** Refreshed every five minutes and on window focus; not in hidden tabs. */
const calmly = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
  ...query(endpoint, input),
  staleTime: everyMs,
  refetchInterval: everyMs,
  placeholderData: keepPreviousData,
})

/** Without sorting, the devices that have been silent the longest can be on any page of a long list. */
const unsorted = new Problem(
  'UNEXPECTED_CONTENT',
  'The server does not sort its devices, and the browser cannot: the list is too long or lacks the required fields',
  { service: 'mdm' },
)

const unfiltered = new Problem(
  'UNEXPECTED_CONTENT',
  'The server does not filter and sort its computers, and the browser cannot: the list is too long or lacks the required fields',
  { service: 'desktop' },
)
type Checked<T> = { rows: readonly T[]; isCorrected?: boolean }
/** The rows, unless the server ignored filters or sorting and the browser could not apply them. */
const asAsked = <T>(data: Checked<T> | undefined): readonly T[] =>
  data === undefined || data.isCorrected === false ? [] : data.rows
const tellsAny = <T>(rows: readonly T[] | undefined, timeOf: (row: T) => Scalar | undefined) =>
  rows === undefined || rows.length === 0 || rows.some((row) => instantOf(timeOf(row)) !== undefined)
/** Whether the server ignored the filter and no row has the filtered field. */
const isUntold = <T>(data: Checked<T> | undefined, stateOf: (row: T) => Scalar | undefined) =>
  data?.isCorrected === false && data.rows.every((row) => stateOf(row) === undefined)
const unlessIgnored = <A extends { data?: Checked<unknown> | undefined; error: Error | null }>(asked: A): A =>
  asked.data?.isCorrected === false ? { ...asked, error: unfiltered } : asked

/** Excludes permanently revoked certificates, which are no issue; certificates on hold can be released. */
const notRevoked = revocationStates.filter((state) => state !== 'revoked')
/** Maximum number of certificates listed individually. */
const maxCertificates = 100
const unread = ({ code = 'FAILED', message }: { code?: string; message?: string } = {}) =>
  new Problem(code, message, { service: 'keys' })

/** Rounded to the hour, so that the query key remains stable. */
const since = (now: number) => Math.floor(now / 3_600_000) * 3_600_000 - commandDays * dayMs

/**
 * Issues of all services by urgency, alternating between kinds; with the data that could not be loaded and the data
 * that the account may not read.
 */
export function useAttention(places: Places, now: number) {
  const may = useMay()
  const connections = useQuery(calmly(listConnections, {}))
  const site = connections.data
  /** Whether this site has a connection to the service of an endpoint. */
  const isThere = (endpoint: Endpoint) =>
    serviceOf(endpoint) === 'console' ||
    site?.connections.some(({ service }) => service === serviceOf(endpoint)) === true
  const asked = <R extends Endpoint>(endpoint: R, input: Input<R>) => ({
    ...calmly(endpoint, input),
    enabled: may(endpoint.permission) && isThere(endpoint),
  })

  const ofConcern = (concern: 'expiring' | 'weak') => ({
    ...calmly(findCertificates, { concern, states: [...notRevoked], offset: 0, limit: maxCertificates }),
    refetchInterval: whilePartial(everyMs),
    enabled: may(listCertificates.permission) && isThere(listCertificates),
  })
  const expiring = useQuery(ofConcern('expiring'))
  const weak = useQuery(ofConcern('weak'))
  const weaknesses = useQuery(asked(countVulnerabilities, {}))
  // Optional operation: without it there is nothing to report.
  const hostKeys = useQuery({
    ...queryIfOffered(listHostKeys, {}),
    refetchInterval: everyMs,
    enabled: may(listHostKeys.permission) && isThere(listHostKeys),
  })
  const hosts = useQuery({
    ...queryIfOffered(listTlsHosts, { state: 'bad', limit: max }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    enabled: may(listTlsHosts.permission) && isThere(listTlsHosts),
  })
  const acme = useQuery({
    ...queryIfOffered(listAcmeRequests, {}),
    refetchInterval: everyMs,
    enabled: may(listAcmeRequests.permission) && isThere(listAcmeRequests),
  })
  const held = useQuery(asked(listJobs, { state: 'held', page: 0, limit: max }))
  const released = useQuery(asked(listJobs, { state: 'released', page: 0, limit: max }))
  const schedules = useQuery(asked(listSchedules, { page: 0, limit: max }))
  const devices = useQuery({
    ...checkedDevices({ limit: max, sort: 'last_contact_time', managed_status: ['2'], exclude_removed: true }),
    staleTime: everyMs,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    enabled: may(listDevices.permission) && isThere(listDevices),
  })
  const computers = (input: Input<typeof listComputers>) => {
    const { queryFn } = checkedList(listComputers, input)
    return { ...asked(listComputers, input), queryFn }
  }
  const silent = useQuery(computers({ pagelimit: max, sort: 'agent_last_contact_time', installstatusfilter: ['22'] }))
  const failed = useQuery(computers({ pagelimit: max, installstatusfilter: ['29'] }))
  // All users may see the connections, but only administrators can renew a credential.
  const keys = may('Common_Admin') ? (site?.connections ?? []) : []
  const audit = useQuery(
    asked(listAudit, { source: 'console', search: 'device_id', since: since(now), limit: 200, page: 0 }),
  )
  const sentTo = devicesInAudit(audit.data?.entries ?? [])
  const histories = useQueries({
    queries: sentTo.map((device_id) => asked(listDeviceCommands, { device_id, days: commandDays, limit: max })),
  })
  const sent = sentTo.map((device_id, at) => ({ device_id, commands: histories[at]?.data?.rows ?? [] }))

  const moreOf = ({ data }: typeof expiring) => (data ? data.total - data.rows.length : 0)
  // Without the issued certificates, the revocation status is unknown and must not be reported as an issue.
  const issued =
    expiring.data?.issued === 'failed' ? { ...expiring, error: unread(expiring.data.issuedProblem) } : expiring
  // Whether the rows have the last contact time and the managed status; without them, silent devices are unknown.
  const tellsContact = {
    devices:
      tellsAny(devices.data?.rows, ({ last_contact_time: at }) => at) &&
      !isUntold(devices.data, ({ managed_status: status }) => status),
    computers:
      tellsAny(silent.data?.rows, ({ agent_last_contact_time: at }) => at) &&
      !isUntold(silent.data, ({ installation_status: status }) => status),
  }
  const tellsAgents =
    (failed.data?.rows ?? []).length === 0 ||
    failed.data?.rows.some(({ installation_status: status }) => status !== undefined) === true
  const concerns: Concern[] = [
    ...approvalConcerns([...(released.data?.rows ?? []), ...(held.data?.rows ?? [])], places),
    ...commandConcerns(sent, now, places),
    ...scheduleConcerns(schedules.data?.rows ?? [], places),
    ...changedHostKeys(hostKeys.data?.rows ?? [], places),
    ...(tellsAgents ? failedInstallations(asAsked(failed.data), places) : []),
    ...vulnerableHosts(weaknesses.data?.SSLVulnerabilityCount, places),
    ...troubledHosts(hosts.data?.rows ?? [], places),
    ...moreHosts((hosts.data?.total ?? 0) - (hosts.data?.rows.length ?? 0), places),
    ...renewalConcerns(acme.data?.rows ?? [], places),
    ...expiringCertificates(expiring.data?.rows ?? [], now, places),
    ...moreCertificates('expiring', moreOf(expiring), places),
    ...weakCertificates(weak.data?.rows ?? [], now, places),
    ...moreCertificates('weak', moreOf(weak), places),
    ...(tellsContact.devices ? silentDevices(asAsked(devices.data), now, places) : []),
    ...(tellsContact.computers ? silentComputers(asAsked(silent.data), now, places) : []),
    ...endingKeys(keys, now, places),
  ]
  const history = histories.find(({ error }) => error) ?? histories[0]
  const commandsAsked = [
    ...(history ? [{ what: 'commands', endpoint: listDeviceCommands, asked: history }] : []),
    ...(audit.error ? [{ what: 'commands', endpoint: listAudit, asked: audit }] : []),
  ]
  const questions = [
    { what: 'connections', endpoint: listConnections, asked: connections },
    { what: 'approvals', endpoint: listJobs, asked: held.error ? held : released },
    { what: 'schedules', endpoint: listSchedules, asked: schedules },
    { what: 'certificates', endpoint: listCertificates, asked: expiring.error ? expiring : weak },
    { what: 'revoked certificates', endpoint: listIssued, asked: expiring.error ? { ...issued, error: null } : issued },
    { what: 'renewals by ACME', endpoint: listAcmeRequests, asked: acme },
    { what: 'SSH host keys', endpoint: listHostKeys, asked: hostKeys },
    { what: 'TLS hosts', endpoint: listTlsHosts, asked: hosts },
    { what: 'host vulnerabilities', endpoint: countVulnerabilities, asked: weaknesses },
    {
      what: 'silent devices',
      endpoint: listDevices,
      asked: tellsContact.devices && devices.data?.isCorrected === false ? { ...devices, error: unsorted } : devices,
    },
    {
      what: 'silent desktops',
      endpoint: listComputers,
      asked: tellsContact.computers ? unlessIgnored(silent) : silent,
    },
    { what: 'desktops without an agent', endpoint: listComputers, asked: tellsAgents ? unlessIgnored(failed) : failed },
    ...commandsAsked,
  ]
  const { failed: unknown, notOffered } = unanswered(questions.map(({ what, asked }) => ({ what, asked: [asked] })))
  return {
    concerns: takingTurns(concerns),
    /**
     * Until all responses have arrived: any of them can contain the most urgent issue, which would move all others
     * down.
     */
    asking: [...questions.map(({ asked: one }) => one), expiring, weak, held, audit, ...histories].some(
      ({ isLoading }) => isLoading,
    ),
    failed: unknown,
    /** Data for which the servers of this site have no operation or no field. */
    notReported: [
      ...new Set([
        ...notOffered,
        ...(tellsContact.devices ? [] : ['silent devices']),
        ...(tellsContact.computers ? [] : ['silent desktops']),
        ...(tellsAgents ? [] : ['desktops without an agent']),
      ]),
    ],
    notAllowed: questions.flatMap(({ what, endpoint }) =>
      may(endpoint.permission) || !isThere(endpoint) ? [] : [what],
    ),
  }
}
