import type { Kysely } from 'kysely'
import type { Places } from '#contract/attention/concern.ts'
import type { NoticeEvent } from '#contract/console/notice-events.ts'
import type { People } from '#platform/console.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { KeyStore } from '#services/console/api-keys/key-store.ts'
import { serverCalls } from '#services/console/call-server.ts'
import type { AuditTrail } from '#services/console/audit/audit-trail.ts'
import type { Health } from '#services/console/connections/health/open-health.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { commandEvents } from './command-events.ts'
import { approvalsWaiting, connectionsUnwell, discoveryChanges, jobsFailed, keysEnding } from './own-events.ts'
import {
  agedKeys,
  type Found,
  hostKeysChanged,
  hostsHaving,
  renewalsWaiting,
  type ServerContext,
  silent,
} from './server-events.ts'

export type EventSources = {
  database: Kysely<ConsoleTables>
  bearerFor: People['bearerFor']
  places: Places
  health: Health
  keys: Pick<KeyStore, 'stateOf'>
  verifyAudit: AuditTrail['verify']
  watchedViews: (site: Site, signal: AbortSignal) => Promise<Found[]>
  clock: () => number
}
export type FindEvents = (
  site: Site,
  event: NoticeEvent,
  days: readonly number[],
  signal: AbortSignal,
) => Promise<Found[]>

/** Verification reads the complete audit, which seldom changes. */
const verifiedEveryMs = 60 * 60_000

/** Detection of each event, from the data of the attention list. */
export function eventFinder(sources: EventSources): FindEvents {
  const { database, bearerFor, places, health, keys, clock } = sources
  const askOf = serverCalls(bearerFor)
  const auditBroken = verifier(sources)
  const commands = commandEvents(database)
  const find: Record<NoticeEvent, (site: Site, look: ServerContext, signal: AbortSignal) => Promise<Found[]>> = {
    'view-row': (site, _, stop) => sources.watchedViews(site, stop),
    approval: ({ name }) => approvalsWaiting(database, name, places),
    'job-failed': ({ name }) => jobsFailed(database, name, places, clock),
    'discovery-changes': ({ name }) => discoveryChanges(database, name, places, clock),
    'audit-broken': auditBroken,
    connection: (site) => connectionsUnwell(health, site, places),
    'api-key': (site) => keysEnding(keys, site, clock(), places),
    'command-failed': ({ name }, look) => commands(look, name),
    'device-silent': (_site, look) => silent(look),
    renewal: (_site, look) => renewalsWaiting(look),
    undeployed: (_site, look) => hostsHaving(look, ['bad', 'warn'], ['undeployed', 'renewed']),
    'unknown-certificate': (_site, look) => hostsHaving(look, ['bad'], ['issuer', 'self-signed']),
    'host-key': (_site, look) => hostKeysChanged(look),
    'key-age': (_site, look) => agedKeys(look),
  }
  return (site, event, days, signal) =>
    find[event](site, { ask: askOf(site, signal), places, now: clock(), fromDays: Math.min(3650, ...days) }, signal)
}

/** The audit is shared by all sites. */
function verifier({ verifyAudit, places, clock }: EventSources) {
  let verified: { at: number; found: Found[] } | undefined
  return async (): Promise<Found[]> => {
    if (verified && Math.abs(clock() - verified.at) < verifiedEveryMs) return verified.found
    const { intact, problem = '' } = await verifyAudit()
    const broken: Found = {
      id: 'audit',
      state: problem,
      kind: 'audit',
      urgent: true,
      title: 'The audit hash chain is broken',
      why: `${problem}. Compare with a backup.`,
      to: places.audit,
    }
    verified = { at: clock(), found: intact ? [] : [broken] }
    return verified.found
  }
}
