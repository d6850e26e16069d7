/** What needs attention, determined by the console on behalf of the caller. */
import * as z from 'zod/mini'
import { listAudit } from '#contract/console/audit.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listJobs } from '#contract/console/jobs.ts'
import { listSchedules } from '#contract/console/schedules.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { endpoint } from '#contract/endpoint.ts'
import { listAcmeRequests } from '#contract/keys/acme-orders.ts'
import { countVulnerabilities } from '#contract/keys/discovery.ts'
import { listHostKeys } from '#contract/keys/host-keys.ts'
import { listTlsHosts } from '#contract/keys/tls-hosts.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import type { Resource } from '#contract/resource.ts'
import { own } from '#contract/session.ts'
import { concernKinds } from './concern.ts'

const texts = z.array(z.string())
const concern = z.object({
  id: z.string(),
  state: z.string(),
  kind: z.enum(concernKinds),
  urgent: z.boolean(),
  title: z.string(),
  why: z.string(),
  to: z.string(),
})

/** Operations whose responses it is derived from. */
const sources = [
  listConnections,
  listJobs,
  listSchedules,
  listAudit,
  findCertificates,
  countVulnerabilities,
  listHostKeys,
  listTlsHosts,
  listAcmeRequests,
  listDevices,
  listDeviceCommands,
  listComputers,
] as const

export const listConcerns = endpoint({
  ...own,
  id: 'console.listConcerns',
  summary: 'What needs attention at this site, the most urgent of each kind first',
  path: '/api/console.listConcerns',
  input: z.object({}),
  output: z.object({
    rows: z.array(concern),
    /** Data that could not be read, by error message. */
    failed: z.array(z.object({ whats: texts, message: z.string() })),
    /** Data that is still being read; `rows` contains what was known of it before, if anything. */
    waiting: texts,
    /** Data of which the first rows are contained; there may be more. */
    limited: texts,
    /** Data for which the servers of the site have no operation or no field. */
    notReported: texts,
    /** Data that the account may not read. */
    notAllowed: texts,
  }),
  permission: 'signed-in',
  reads: [...new Set(sources.flatMap(({ reads }): readonly Resource[] => reads))],
  assumes: [
    'Read with the rights of the caller',
    'Waits for servers for a second at most; what they return later is part of the next response',
    'Responses of servers are kept for a minute at most, until a change through this console',
  ],
})

export const attention = { listConcerns }
