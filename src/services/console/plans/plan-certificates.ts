import { setImmediate as otherWork, setTimeout as delay } from 'node:timers/promises'
import { findCertificates } from '#contract/console/certificate-list.ts'
import type { planJob } from '#contract/console/jobs.ts'
import { notPlanned, planning, type PlannedOperation, type plans } from '#contract/console/plans/certificate-plans.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { fromWireInput } from '#contract/http/http.ts'
import type { JsonObject } from '#contract/json.ts'
import { getCertificate, getCertificateDetails, revokeCertificate } from '#contract/keys/certificates.ts'
import { fileNameAmongSeveral } from '#contract/keys/jobs/certificate-file.ts'
import { notNamed, whyNotExported, whyNotRevoked } from '#contract/keys/jobs/certificate-plans.ts'
import { type Detail, detailOf, type Target, targetOf } from '#contract/keys/jobs/certificate-target.ts'
import { renewCertificate } from '#contract/keys/jobs/renewal-job.ts'
import { hasOwnId, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import { maxRows } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers, People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { PlanJob } from '#services/console/jobs/job-handlers.ts'
import type { JobChange, JobStore } from '#services/console/jobs/job-store.ts'
import { serverGate } from '#services/console/jobs/server-gate.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import { patiently } from './patiently.ts'
import type { planFills } from './plan-fills.ts'
import { knownAuthorities, renewalOf } from '#services/console/schedules/due-renewals.ts'

type Ask = <R extends Endpoint>(endpoint: R, input: Input<R>) => Promise<Output<R>>
type Item = Input<typeof planJob>['items'][number]
type Order = Omit<Input<typeof planJob>, 'items'> & { job: number }
type Making = () => Promise<Item>
/** Own input of an item, or why it is skipped. */
type PlanOf = (row: InventoryRow) => Promise<JsonObject | string>
/** False if the job is no longer being planned, or its ID was reused. */
type Keep = (change?: JobChange) => Promise<boolean>
type Parts = Pick<ConsoleHandlers, 'readJob'> & {
  planJob: PlanJob
  store: Pick<JobStore, 'change'>
  fills: Pick<ReturnType<typeof planFills>, 'begin'>
  people: Pick<People, 'callAs'>
  log: Log
}

const readAtOnce = 4
/** Plans that are completed at the same time: each reads the whole list, in parts that the event loop decodes. */
const filledAtOnce = { all: 2, ofOwner: 1 }
/** Small enough to show progress on the job's page. */
const addedAtOnce = 100

/** Plans jobs for any number of certificates on behalf of a user, as their page would. */
export function openPlans({ planJob: addItems, readJob, store, fills, people, log }: Parts) {
  const gates = { all: serverGate(filledAtOnce.all), ofOwner: serverGate(filledAtOnce.ofOwner) }
  /** In order, so that the plans of one owner do not delay those of others. */
  const inTurn = (owner: string, work: () => Promise<void>, signal: AbortSignal) =>
    gates.ofOwner(owner, () => gates.all('', work, signal), signal)

  const fill = async (
    order: Order,
    createdAt: number,
    keep: Keep,
    find: () => Promise<Making[]>,
    caller: ConsoleCaller,
  ) => {
    const addAll = async () => {
      const making = await find()
      for (let at = 0; at < making.length; at += addedAtOnce) {
        const items: Item[] = []
        const end = Math.min(at + addedAtOnce, making.length)
        for (let next = at; next < end; next += readAtOnce)
          items.push(...(await Promise.all(making.slice(next, Math.min(next + readAtOnce, end)).map((make) => make()))))
        if (!(await keep())) return
        caller.signal.throwIfAborted()
        await addItems({ ...order, items }, caller, createdAt)
        await otherWork()
      }
      await keep({ why_code: '', why_message: '' })
    }
    const { signal, person } = caller
    try {
      await inTurn(person?.owner ?? '', addAll, signal)
    } catch (thrown) {
      const error = signal.aborted ? ended() : thrown
      const problem = problemOf(error)
      const why_message = `Planning failed: ${problem.message}. Remove this job and plan it again.`
      const isLeft = !(await keep({ why_code: notPlanned, why_message }))
      if (!isLeft && !(error instanceof Problem)) log('job not planned', { job: order.job, ...traceOf(error) })
    }
  }

  const handlers: Pick<ConsoleHandlers, keyof typeof plans> = {
    planCertificates: async ({ operation, title, input: sent, filter = {}, ids }, caller) => {
      const { person } = caller
      if (!person) throw new Problem('SIGNED_OUT')
      const asked = fromWireInput(findCertificates, { ...filter, offset: 0, limit: maxRows }, 'console')
      const { endpoint, inputOf, planOf } = operations[operation]
      const input = inputOf(sent)
      const { site, owner } = person
      const ending = new AbortController()
      const { signal } = ending
      let keep: Keep = () => Promise.resolve(true)
      const ask: Ask = (row, given) =>
        patiently(
          () => people.callAs({ site, owner }, row, given, signal),
          async (ms) => {
            // A waiting plan is not abandoned.
            if (await keep()) await delay(ms, undefined, { signal })
            else ending.abort()
          },
        )
      const plan = planOf(ask, input)
      const order = { endpoint: endpoint.id, title, input }
      // Checks permission before reading.
      const { id: job, createdAt } = await addItems({ ...order, items: [] }, caller)
      keep = (change = {}) => store.change(job, ['planned'], change, createdAt)
      const why_message = 'The console reads the certificates. The job can be started when this is complete.'
      await keep({ why_code: planning, why_message })
      const find = async () => {
        const { rows, missing } = await rowsOf(ask, asked, ids && new Set(ids))
        const left = missing.map((id) => ({ subject: id, label: `ID ${id}`, skip: 'It is not in the list any more.' }))
        return [...rows.map((row) => () => itemOf(row, plan)), ...left.map((item) => () => Promise.resolve(item))]
      }
      const filled = fill({ ...order, job }, createdAt, keep, find, { ...caller, signal }).catch((error: unknown) =>
        log('job not planned', { job, ...traceOf(error) }),
      )
      fills.begin(job, ending, filled)
      return readJob({ job }, caller)
    },
  }
  return handlers
}

const ended = () => new Problem('FAILED', 'The console ended', { service: 'console' })

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
