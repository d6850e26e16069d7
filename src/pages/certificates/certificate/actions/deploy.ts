import { call } from '#api/call.ts'
import { change, invalidate } from '#api/change.ts'
import { listAudit } from '#contract/console/audit.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { maxRows } from '#contract/page.ts'
import type { Output } from '#contract/endpoint.ts'
import { deployCertificate } from '#contract/keys/certificates.ts'
import { discoverHost } from '#contract/keys/discovery.ts'
import { isSuccess } from '#contract/keys/result.ts'
import type { Target } from '#contract/keys/jobs/certificate-target.ts'

export type ServerResult = Output<typeof deployCertificate>['rows'][number]

/** Cannot be a server name, which is never empty. */
export const allServers = ''

/** Deploys to one server, or explicitly to all by omitting the name. */
export async function deployTo(target: Target, server: string): Promise<ServerResult[]> {
  const { rows } = await change(deployCertificate, { ...target, ...(server !== allServers && { serverName: server }) })
  await invalidate(listAudit.reads)
  return rows
}

export const isDone = ({ status }: ServerResult) => isSuccess(status)

export type Served =
  | { state: 'this' }
  | { state: 'another'; id: string; name: string }
  | { state: 'nothing'; message: string }
  | { state: 'unknown'; message: string }

/** The certificate that a host presents. The service connects to the host and adds the result to the inventory. */
export async function servedAt(id: string, host: string, port: string, timeout: string): Promise<Served> {
  const [answer] = await call(discoverHost, { HOST: host, PORT: port, TIMEOUT: timeout })
  await invalidate(discoverHost.changes)
  if (!answer) return { state: 'unknown', message: 'The service gave no result' }
  if (!isSuccess(answer.status)) return { state: 'nothing', message: answer.message || 'No certificate was found' }
  const { rows: here } = await call(findCertificates, { places: [`${host}:${port}`], offset: 0, limit: maxRows })
  const [found] = here.toSorted((one, other) => Number(other.id) - Number(one.id))
  if (here.length === 1 && found?.id === id) return { state: 'this' }
  return found
    ? { state: 'another', id: found.id, name: found.name }
    : { state: 'unknown', message: 'The inventory has no certificate for this host' }
}
