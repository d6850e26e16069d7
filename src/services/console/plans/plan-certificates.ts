import { setImmediate as otherWork } from 'node:timers/promises'
import { findCertificates } from '#contract/console/certificate-list.ts'
import type { PlannedOperation } from '#contract/console/plans/certificate-plans.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { fromWireInput } from '#contract/http/http.ts'
import type { JsonObject } from '#contract/json.ts'
import { getCertificate, getCertificateDetails, revokeCertificate } from '#contract/keys/certificates.ts'
import { fileNameAmongSeveral } from '#contract/keys/jobs/certificate-file.ts'
import { notNamed, whyNotExported, whyNotRevoked } from '#contract/keys/jobs/certificate-plans.ts'
import { type Detail, detailOf, type Target, targetOf } from '#contract/keys/jobs/certificate-target.ts'
import { renewCertificate } from '#contract/keys/jobs/renewal-job.ts'
import { hasOwnId, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import { maxRows } from '#contract/page.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import { knownAuthorities, renewalOf } from '#services/console/schedules/due-renewals.ts'
import type { Ask, Item, Making, planFiller } from './plan-filler.ts'

/** Own input of an item, or why it is skipped. */
type PlanOf = (row: InventoryRow) => Promise<JsonObject | string>
type Parts = Pick<ConsoleHandlers, 'readJob'> & { begin: ReturnType<typeof planFiller> }

/** Plans jobs for any number of certificates on behalf of a user, as their page would. */
export const certificatePlans = ({ begin, readJob }: Parts): Pick<ConsoleHandlers, 'planCertificates'> => ({
  planCertificates: async ({ operation, title, input: sent, filter = {}, ids }, caller) => {
    const asked = fromWireInput(findCertificates, { ...filter, offset: 0, limit: maxRows }, 'console')
    const { endpoint, inputOf, planOf } = operations[operation]
    const input = inputOf(sent)
    const find = async (ask: Ask): Promise<Making[]> => {
      const plan = planOf(ask, input)
      const { rows, missing } = await rowsOf(ask, asked, ids && new Set(ids))
      const left = missing.map((id) => ({ subject: id, label: `ID ${id}`, skip: 'It is not in the list any more.' }))
      return [...rows.map((row) => () => itemOf(row, plan)), ...left.map((item) => () => Promise.resolve(item))]
    }
    const why_message = 'The console reads the certificates. The job can be started when this is complete.'
    const job = await begin({ endpoint: endpoint.id, title, input, why_message, find }, caller)
    return readJob({ job }, caller)
  },
})

/** Distinct certificates. Pages are read without delay, since the list may change. */
async function rowsOf(ask: Ask, filter: Input<typeof findCertificates>, ids: ReadonlySet<string> | undefined) {
  const found = new Map<string, InventoryRow>()
  for (let offset = 0, total = 1; offset < total;) {
    const page = await ask(findCertificates, { ...filter, offset, limit: maxRows })
    for (const row of page.rows) if (!ids || ids.has(row.id)) found.set(row.id, row)
    offset += page.rows.length
    await otherWork()
    total = page.rows.length === 0 ? 0 : page.total
  }
  return { rows: [...found.values()], missing: [...(ids ?? [])].filter((id) => !found.has(id)) }
}

async function itemOf(row: InventoryRow, planOf: PlanOf): Promise<Item> {
  const named = { subject: row.id, label: (row.name || `No common name (ID ${row.id})`).slice(0, 300) }
  const planned = await planOf(row).catch((error: unknown) => {
    const problem = problemOf(error)
    // Other errors affect all certificates.
    if (![400, 404].includes(problem.status)) throw problem
    return `Its details could not be read: ${problem.message}.`
  })
  return typeof planned === 'string' ? { ...named, skip: planned.slice(0, 300) } : { ...named, input: planned }
}

/** Reads details and the identifiers needed by calls. */
async function read(ask: Ask, row: InventoryRow): Promise<{ detail: Detail; target: Target } | string> {
  if (row.name === '' || !hasOwnId(row)) return notNamed
  const { rows } = await ask(getCertificateDetails, { common_name: row.name })
  const detail = detailOf(row, rows)
  const target = detail && targetOf(row, detail)
  return detail && target ? { detail, target } : notNamed
}

type Operation = {
  endpoint: Pick<Endpoint, 'id'>
  /** The stored part of the common input. */
  inputOf: (sent: JsonObject) => JsonObject
  planOf: (ask: Ask, input: JsonObject) => PlanOf
}
/** Sample to validate the common input. */
const example: Target = { common_name: 'a', serial_number: '1' }
const commonTo = (endpoint: Endpoint) => (sent: JsonObject) => {
  const checked = fromWireInput(endpoint, { ...sent, ...example }, 'console') as JsonObject
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name in checked && !(name in example)))
}

const operations: Record<PlannedOperation, Operation> = {
  renew: {
    endpoint: renewCertificate,
    inputOf: () => ({}),
    planOf: (ask) => {
      let known: ReturnType<typeof knownAuthorities> | undefined
      return async (row) => {
        const renewal = await renewalOf(ask, row, await (known ??= knownAuthorities(ask)))
        return typeof renewal === 'string' ? renewal : { ...renewal }
      }
    },
  },
  revoke: {
    endpoint: revokeCertificate,
    inputOf: commonTo(revokeCertificate),
    planOf: (ask, input) => {
      const { revoke_reason } = fromWireInput(revokeCertificate, { ...example, ...input }, 'console')
      return async (row) => {
        const refusal = whyNotRevoked(row, revoke_reason)
        if (refusal !== undefined) return refusal
        const found = await read(ask, row)
        return typeof found === 'string' ? found : found.target
      }
    },
  },
  export: {
    endpoint: getCertificate,
    inputOf: commonTo(getCertificate),
    planOf: (ask, input) => {
      const { fileType = 'PEM' } = fromWireInput(getCertificate, { ...example, ...input }, 'console')
      return async (row) => {
        const found = await read(ask, row)
        if (typeof found === 'string') return found
        const { detail, target } = found
        return whyNotExported(detail, fileType) ?? { ...target, fileName: fileNameAmongSeveral(target, fileType) }
      }
    },
  },
}
