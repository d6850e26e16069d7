import type { JsonObject } from '#contract/json.ts'
import type { QueriedKind, ScheduleTarget } from '#contract/console/schedules.ts'
import type { Applied } from '#contract/jobs/applied.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { discoverFromFile } from '#contract/keys/discovery.ts'
import { renewCertificate } from '#contract/keys/jobs/renewal-job.ts'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import { type DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { statusesOnceEnrolled } from '#contract/mdm/jobs/security-job.ts'
import type { JobOwner, People } from '#platform/console.ts'
import { itemOf } from '#services/console/plans/device-selections.ts'
import { everyDevice } from '#services/console/plans/every-device.ts'
import type { Ask } from '#services/console/plans/plan-filler.ts'
import { findQueriedComputers, findQueriedDevices } from '#services/console/plans/queried-items.ts'
import { findDueRenewals } from './due-renewals.ts'

/** `input`: the item's own input. `skip`: why it is skipped. */
type Found = { subject: string; label: string; detail: string; input?: JsonObject; skip?: string }
type FindTarget = {
  /** Whether the endpoint is applicable. */
  isFor: (endpoint: Applied) => boolean
  /** Items that another job is processing are omitted. */
  isOnceEach?: true
  find: (
    callAs: People['callAs'],
    owner: JobOwner,
    signal: AbortSignal,
    asked: { planned: JsonObject; query: string; endpoint: string },
  ) => Promise<Found[]>
}
/** A condition on the query of a target; throws if it is not met. */
export type RequireOfQuery = (of: QueriedKind, query: string, site: string) => Promise<void>

const only =
  ({ id }: { id: string }) =>
  (one: Applied) =>
    one.id === id
const askAs =
  (callAs: People['callAs'], owner: JobOwner, signal: AbortSignal): Ask =>
  (endpoint, input) =>
    callAs(owner, endpoint, input, signal)
type Listed = { 'DNS Name/FQDN'?: string; Port?: string | number }

/** Targets whose items are determined at the start of a run. */
export const runTargets: Record<Exclude<ScheduleTarget, 'items'>, FindTarget> = {
  'known-hosts': {
    isFor: only(discoverFromFile),
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
  'enrolled-devices': {
    isFor: only(getDeviceSecurity),
    find: async (callAs, owner, signal) => {
      const asked = { managed_status: statusesOnceEnrolled }
      const all = await everyDevice((paging) => callAs(owner, listDevices, { ...asked, ...paging }, signal))
      // Not every server filters.
      const isMeant = ({ device_id = '', managed_status: status }: DeviceSummary) =>
        device_id !== '' && (status === undefined || statusesOnceEnrolled.includes(String(status)))
      return all.filter(isMeant).map(itemOf)
    },
  },
  'due-certificates': {
    isFor: only(renewCertificate),
    isOnceEach: true,
    find: (callAs, owner, signal, { planned }) => findDueRenewals(askAs(callAs, owner, signal), planned),
  },
  'queried-devices': {
    isFor: ({ job }) => job.kind === 'device' && !('steps' in job),
    find: (callAs, owner, signal, asked) => findQueriedDevices(askAs(callAs, owner, signal), asked),
  },
  'queried-computers': {
    isFor: ({ job }) => job.kind === 'computer' && !('steps' in job),
    find: (callAs, owner, signal, asked) => findQueriedComputers(askAs(callAs, owner, signal), asked),
  },
}
