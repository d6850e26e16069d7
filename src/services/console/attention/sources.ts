/** What concerns are derived from: the only list of sources. */
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
import { renewalConcerns } from '#contract/attention/renewal-concerns.ts'
import { scheduleConcerns } from '#contract/attention/schedule-concerns.ts'
import { listAudit } from '#contract/console/audit.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listJobs } from '#contract/console/jobs.ts'
import { listSchedules } from '#contract/console/schedules.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listAcmeRequests } from '#contract/keys/acme-orders.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { countVulnerabilities } from '#contract/keys/discovery.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { revocationStates } from '#contract/keys/rules/revocation-state.ts'
import { listTlsHosts } from '#contract/keys/tls-hosts.ts'
import { type DeviceCommand, listDeviceCommands } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import type { Permission } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import { type ConcernContext, type FoundConcerns, maxRows } from './concern-context.ts'
import { computersWithoutAgent, computersWithoutContact, devicesWithoutContact } from './silence.ts'

export type ConcernSource = {
  what: string
  /** Its service, permission and resources. */
  endpoint: Endpoint
  /** Further permission, without which there is nothing to report. */
  permission?: Permission
  /** Optional operation: a server without it has nothing to report. */
  isOptional?: true
  /** Stored in the console itself or cached by it. */
  isAtHand?: true
  find: (context: ConcernContext) => Promise<FoundConcerns>
}

const dayMs = 86_400_000
const concurrency = 4
/** Certificates listed individually. */
const maxCertificates = 100
/** Excludes permanently revoked certificates, which are no issue; certificates on hold can be released. */
const notRevoked = revocationStates.filter((state) => state !== 'revoked')

const certificates = ({ ask }: ConcernContext, concern: 'expiring' | 'weak') =>
  ask(findCertificates, { concern, states: [...notRevoked], offset: 0, limit: maxCertificates })
/** Without the issued certificates, the revocation status is unknown and must not be reported as an issue. */
const requireIssued = ({ issued, issuedProblem }: Awaited<ReturnType<typeof certificates>>) => {
  if (issued !== 'failed') return
  const { code = 'FAILED', message } = issuedProblem ?? {}
  throw new Problem(code, message, { service: 'keys' })
}

const jobs = async ({ ask, places }: ConcernContext, state: 'held' | 'released') =>
  approvalConcerns((await ask(listJobs, { state, page: 0, limit: maxRows })).rows, places)

export const concernSources: readonly ConcernSource[] = [
  {
    what: 'connections',
    endpoint: listConnections,
    // All users may see the connections, but only administrators can renew a credential.
    permission: 'Common_Admin',
    isAtHand: true,
    find: async ({ ask, places, now }) => ({
      concerns: endingKeys((await ask(listConnections, {})).connections, now, places),
    }),
  },
  {
    what: 'approvals',
    endpoint: listJobs,
    isAtHand: true,
    find: async (context) => {
      const [released, held] = [await jobs(context, 'released'), await jobs(context, 'held')]
      return { concerns: [...released, ...held] }
    },
  },
  {
    what: 'schedules',
    endpoint: listSchedules,
    isAtHand: true,
    find: async ({ ask, places }) => ({
      concerns: scheduleConcerns((await ask(listSchedules, { page: 0, limit: maxRows })).rows, places),
    }),
  },
  {
    what: 'certificates',
    endpoint: listCertificates,
    isAtHand: true,
    find: async (context) => {
      const { places, now } = context
      const [expiring, weak] = await Promise.all([certificates(context, 'expiring'), certificates(context, 'weak')])
      return {
        concerns: [
          ...expiringCertificates(expiring.rows, now, places),
          ...moreCertificates('expiring', expiring.total - expiring.rows.length, places),
          ...weakCertificates(weak.rows, now, places),
          ...moreCertificates('weak', weak.total - weak.rows.length, places),
        ],
      }
    },
  },
  {
    what: 'revoked certificates',
    endpoint: listIssued,
    isAtHand: true,
    find: async (context) => {
      requireIssued(await certificates(context, 'expiring'))
      return { concerns: [] }
    },
  },
  {
    what: 'renewals by ACME',
    endpoint: listAcmeRequests,
    isOptional: true,
    find: async ({ ask, places }) => ({ concerns: renewalConcerns((await ask(listAcmeRequests, {})).rows, places) }),
  },
  {
    what: 'SSH host keys',
    endpoint: listHostKeys,
    isOptional: true,
    find: async ({ ask, places }) => ({ concerns: changedHostKeys((await ask(listHostKeys, {})).rows, places) }),
  },
  {
    what: 'TLS hosts',
    endpoint: listTlsHosts,
    isOptional: true,
    find: async ({ ask, places }) => {
      const { rows, total = rows.length } = await ask(listTlsHosts, { state: 'bad', limit: maxRows })
      return { concerns: [...troubledHosts(rows, places), ...moreHosts(total - rows.length, places)] }
    },
  },
  {
    what: 'host vulnerabilities',
    endpoint: countVulnerabilities,
    find: async ({ ask, places }) => ({
      concerns: vulnerableHosts((await ask(countVulnerabilities, {})).SSLVulnerabilityCount, places),
    }),
  },
  { what: 'silent devices', endpoint: listDevices, find: devicesWithoutContact },
  { what: 'silent desktops', endpoint: listComputers, find: computersWithoutContact },
  { what: 'desktops without an agent', endpoint: listComputers, find: computersWithoutAgent },
  { what: 'commands', endpoint: listDeviceCommands, permission: listAudit.permission, find: commands },
]

/** Commands of the devices that were sent one through this console most recently. */
async function commands({ ask, places, now }: ConcernContext): Promise<FoundConcerns> {
  const since = now - commandDays * dayMs
  const { entries } = await ask(listAudit, { source: 'console', search: 'device_id', since, limit: 200, page: 0 })
  const devices = devicesInAudit(entries)
  const histories: PromiseSettledResult<Sent>[] = []
  for (let at = 0; at < devices.length; at += concurrency) {
    const read = async (device_id: string): Promise<Sent> => {
      const { rows } = await ask(listDeviceCommands, { device_id, days: commandDays, limit: maxRows }).catch(unlessGone)
      return { device_id, commands: rows }
    }
    histories.push(...(await Promise.allSettled(devices.slice(at, at + concurrency).map(read))))
  }
  const sent = histories.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failure = histories.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failure && !(failure.reason instanceof Problem)) throw failure.reason
  return { concerns: commandConcerns(sent, now, places), problem: failure?.reason as Problem | undefined }
}
type Sent = { device_id: string; commands: DeviceCommand[] }

/** A device that was deleted since. */
const unlessGone = (error: unknown): { rows: [] } => {
  const isGone = error instanceof Problem && (error.status === 404 || error.status === 410)
  if (!isGone || error.code === 'NOT_OFFERED') throw error
  return { rows: [] }
}
