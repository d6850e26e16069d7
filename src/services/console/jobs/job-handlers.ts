import { setImmediate as otherWork, setTimeout as delay } from 'node:timers/promises'
import { type jobs, maxItems, type retriedOutcomes } from '#contract/console/jobs.ts'
import type { Input, Touched } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers, People, Person } from '#platform/console.ts'
import { requirePermission } from '#platform/permission.ts'
import { begunRun } from './begun-run.ts'
import type { FileStore } from './file-store.ts'
import { stateOfHeldJob } from '#services/console/approvals/hold-call.ts'
import type { Approvals } from '#services/console/approvals/open-approvals.ts'
import type { ItemStore, NewItem } from './item-store.ts'
import type { EndJob } from './end-job.ts'
import type { JobRecord, JobStore } from './job-store.ts'
import { appliedBy, type Needs, requireApplied, requireSense } from './plan.ts'
import { type JobInput, type JobSeal, splitSecrets, starterOf, writeGiven } from './sealed-input.ts'
import { dangerIn, reasonIn, requireConfirmed, requireWholePlan } from './start-conditions.ts'
import { findWork, requireWork, type Work } from './work.ts'

type Parts = {
  store: JobStore
  items: ItemStore
  files: FileStore
  seal: JobSeal
  people: Pick<People, 'credentialOf'>
  approvals: Approvals
  /** Cancels waiting items. */
  end: EndJob
  /** Stops adding to the job's plan. */
  endFill: (job: number) => Promise<void>
  /** Schedules its next turn immediately. */
  wake: (job: number) => void
}

/** `createdAt` identifies the job, since SQLite reuses the IDs of deleted rows. */
export type PlanJob = (
  ...call: [...Parameters<ConsoleHandlers['planJob']>, createdAt?: number]
) => ReturnType<ConsoleHandlers['planJob']>

export function jobHandlers({
  store,
  items,
  files,
  seal,
  people,
  approvals,
  end,
  endFill,
  wake,
}: Parts): Pick<ConsoleHandlers, keyof typeof jobs | 'stopAllJobs'> & { planJob: PlanJob } {
  const seen = async (id: number, { person }: ConsoleCaller) => {
    if (!person) throw new Problem('SIGNED_OUT')
    const row = await store.findSeen(person, id)
    if (!row) throw gone()
    return { row, person }
  }
  const viewOf = async (id: number, person: Person) => {
    const row = await store.find(id)
    if (!row) throw gone()
    return store.toView(row, person)
  }
  /** Whom a held job affects. */
  const namesIn = async (row: JobRecord, person: Person) => {
    if (row.state !== 'held') return {}
    await otherWork() // a list has many, and SQLite runs in this process
    const { input } = seal.openInput(row.id, row.sealed)
    return { names: await approvals.held.firstNames(items, row, { input, person }) }
  }
  /** The caller's own job, if they still have its endpoint's permission. */
  const own = async (id: number, caller: ConsoleCaller) => {
    const { row, person } = await seen(id, caller)
    if (row.owner !== person.owner) {
      throw new Problem('FORBIDDEN', `This job runs with the account of ${row.user_name}. Only they can do this.`, {
        service: 'console',
      })
    }
    requirePermission(appliedBy(row).permission, person.permissions, caller.site)
    return { row, person, given: seal.openInput(id, row.sealed) }
  }
  /** Starts the job with the owner's current session. */
  const run = async (row: JobRecord, person: Person, given: JobInput, isDanger: boolean) => {
    if (isDanger) requireConfirmed(person)
    const kept = await people.credentialOf(person)
    if (!kept) throw new Problem('SIGNED_OUT')
    const now = Date.now()
    const hasToWait = await approvals.askFor(row, given.input)
    const isStarted = await store.change(row.id, [row.state], {
      ...(hasToWait ? stateOfHeldJob : begunRun(now)),
      sealed: seal.closeInput(row.id, { ...given, starter: starterOf(person) }),
      credential: seal.closeCredential(row.id, kept.credential),
      session: kept.session,
      is_confirmed: isDanger ? 1 : row.is_confirmed,
      resume_at: 0,
      faults: 0,
      started_at: row.started_at ?? now,
      ended_at: null,
    })
    if (!isStarted) throw changed()
    if (!hasToWait) wake(row.id)
    return viewOf(row.id, person)
  }
  const isDanger = dangerIn(items)

  return {
    planJob: async ({ endpoint: name, title, input, items: planned, job }, { site, person }, createdAt?: number) => {
      if (!person) throw new Problem('SIGNED_OUT')
      requirePermission(requireApplied(name).permission, person.permissions, site)
      const speaks = (service: ServiceName) => site.upstreams.get(service)?.dialect
      const work = requireWork(name)
      const needs = requireSense(work, input, planned, speaks)
      for (const permission of needs.permissions) requirePermission(permission, person.permissions, site)
      const found = job === undefined ? undefined : await own(job, { site, person, signal: never })
      if (found && (found.row.state !== 'planned' || found.row.endpoint !== name)) throw changed()
      const created = createdAt ?? found?.row.created_at
      if (found && found.row.created_at !== created) throw changed()
      const { owner, name: user_name } = person
      const id = job ?? (await store.create({ site: site.name, owner, user_name, endpoint: name, title }))
      const given = found?.given ?? { input, why: {}, erased: [], needs: noNeeds }
      const sum = sumOf(given.needs ?? noNeeds, needs)
      if (!found || !isSame(sum, given.needs))
        await store.change(id, ['planned'], { sealed: seal.closeInput(id, { ...given, needs: sum }) }, created)
      const before = found ? store.toView(found.row, person).total : 0
      if (before + planned.length > maxItems) throw tooMany()
      const last = await items.last(id)
      const isAdded = await items.add(
        id,
        last,
        planned.map(({ subject, label, detail = '', input: ownInput = {}, skip }, at): NewItem => {
          const { secret, plain } = splitSecrets(ownInput)
          return {
            n: last + at + 1,
            subject,
            label,
            detail,
            sealed: Object.keys(secret).length > 0 ? seal.closeItem(id, last + at + 1, secret) : null,
            given: writeGiven(plain),
            outcome: skip === undefined ? 'waiting' : 'skipped',
            remark: skip ?? '',
          }
        }),
        touchedBy(work, input, planned),
        created,
      )
      if (!isAdded) throw changed()
      return viewOf(id, person)
    },

    startJob: async ({ job, ...said }, caller) => {
      const { row, person, given } = await own(job, caller)
      if (row.state !== 'planned') throw unlessHeld(row)
      requireWholePlan(row)
      if (row.waiting === 0)
        throw new Problem('INVALID_INPUT', 'job: Nothing in this job can be sent', { field: 'job' })
      const why = given.needs?.reason ? reasonIn(said) : {}
      return run(row, person, { ...given, why }, await isDanger(row, given))
    },

    listJobs: async (query, { person }) => {
      if (!person) throw new Problem('SIGNED_OUT')
      const { rows, ...rest } = await store.list(person, query)
      const { subject } = query
      const ids = rows.map(({ id }) => id)
      const about = subject === undefined ? undefined : await items.about(subject, ids)
      const views = []
      for (const row of rows)
        views.push({
          ...store.toView(row, person),
          item: about?.get(row.id),
          ...(query.state === 'held' && (await namesIn(row, person))),
        })
      return { rows: views, ...rest }
    },

    readJob: async ({ job }, caller) => {
      const { row, person } = await seen(job, caller)
      const kept = findWork(row.endpoint)?.isExport ? await files.find(job) : undefined
      const isSecret = seal.openInput(job, row.sealed).needs?.reveals ?? true
      return {
        ...store.toView(row, person),
        ...(await namesIn(row, person)),
        ...(kept && { files: { ...kept, isSecret } }),
      }
    },

    listJobItems: async ({ job, ...filter }, caller) => {
      const { row, person } = await seen(job, caller)
      const page = await items.page(row, filter)
      if (row.state !== 'held') return page
      const { input } = seal.openInput(job, row.sealed)
      const sent = await approvals.held.asSent(items, row, page.rows, { input, person })
      const withNames = page.rows.map((item) => ({
        ...item,
        target: sent.get(item.n)?.target,
        names: sent.get(item.n)?.names,
      }))
      return { ...page, rows: withNames }
    },

    pauseJob: async ({ job }, caller) => {
      const { person } = await permitted(job, caller)
      const why = { why_code: 'PAUSED', why_message: `Paused by ${person.name}.` }
      if (!(await store.change(job, ['running'], { state: 'paused', ...why }))) throw changed()
      return viewOf(job, person)
    },

    resumeJob: async ({ job }, caller) => {
      const { row, person, given } = await own(job, caller)
      if (row.state !== 'paused') throw unlessHeld(row)
      // The confirmation of the first start remains valid, since the same calls are repeated.
      return run(row, person, given, row.is_confirmed === 0 && (await isDanger(row, given)))
    },

    retryJob: async ({ job, outcomes, input = {} }, caller) => {
      const { row, person, given } = await own(job, caller)
      if (row.state === 'planned' || row.state === 'held') throw unlessHeld(row)
      const missing = given.erased.filter((name) => input[name] === undefined)
      if (missing.length > 0) {
        const [field = ''] = missing
        throw new Problem('INVALID_INPUT', `${field}: was erased when the job ended; enter it again`, { field })
      }
      const typed = Object.fromEntries(given.erased.map((name) => [name, input[name] ?? '']))
      const next = { ...given, input: { ...given.input, ...typed }, erased: [] }
      const isWanted = (outcome: (typeof retriedOutcomes)[number]) => row[outcome] > 0
      const wanted = outcomes.filter(isWanted)
      if (wanted.length + row.waiting === 0)
        throw new Problem('INVALID_INPUT', 'outcomes: No item of this job has one of them', { field: 'outcomes' })
      const danger = await isDanger(row, next, wanted)
      if (danger) requireConfirmed(person)
      await approvals.requests.spend(job)
      await items.move(job, wanted, 'waiting')
      const now = await store.find(job)
      if (!now) throw gone()
      return run(now, person, next, danger)
    },

    stopJob: async ({ job }, caller) => {
      const { row, person } = await permitted(job, caller)
      if (row.state === 'ended') throw changed()
      await stop(row, person.name)
      await endFill(job)
      return viewOf(job, person)
    },

    stopAllJobs: async (_input, { person }) => {
      if (!person) throw new Problem('SIGNED_OUT')
      const rows = await store.unsent(person)
      for (const row of rows) await stop(row, person.name)
      return { jobs: rows.length, items: rows.reduce((sum, { waiting }) => sum + waiting, 0) }
    },

    removeJob: async ({ job }, caller) => {
      const { row } = await permitted(job, caller)
      // From here on, it can be neither extended nor started.
      const ended = { state: 'ended' as const, ended_at: row.ended_at ?? Date.now() }
      if (!(await store.change(job, ['planned', 'ended'], ended, row.created_at))) throw changed()
      await endFill(job)
      // Ensures that a job that reuses the ID has a later creation time.
      if (Date.now() <= row.created_at) await delay(2)
      await items.remove(job)
      await store.remove(job)
      return {}
    },

    fetchJobFiles: async ({ job, isSecret = false }, caller) => {
      const { row, given } = await own(job, caller)
      if (given.needs?.reveals !== false && !isSecret)
        throw new Problem('INVALID_INPUT', 'isSecret: The files hold private keys', { field: 'isSecret' })
      const bytes = await files.archive(job)
      if (!bytes) throw new Problem('NOT_FOUND', 'The files of this job have expired', { field: 'job' })
      const name = `${row.title.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.zip`
      return { name, bytes, type: 'application/zip' }
    },
  }

  /** Other users with permission may stop a job. */
  async function permitted(id: number, caller: ConsoleCaller) {
    const found = await seen(id, caller)
    requirePermission(appliedBy(found.row).permission, found.person.permissions, caller.site)
    return found
  }

  async function stop(row: JobRecord, name: string) {
    if (row.state === 'held') await approvals.requests.close(row.id, { decision: 'canceled', by: name, note: '' })
    await end(row, { why_code: 'STOPPED', why_message: `Stopped by ${name}.` })
  }
}

/** Distinct subjects, excluding the items' own subjects. */
function touchedBy({ touches }: Work, input: JsonObject, planned: Input<typeof jobs.planJob>['items']): Touched[] {
  const all = planned.flatMap((item) => (item.skip === undefined ? touches({ ...input, ...item.input }) : []))
  return [...new Map(all.map((one) => [`${one.kind} ${one.subject}`, one])).values()]
}

const noNeeds: Needs = { isDangerous: false, reveals: false, reason: false, permissions: [] }
const sumOf = (one: Needs, other: Needs): Needs => ({
  isDangerous: one.isDangerous || other.isDangerous,
  reveals: one.reveals || other.reveals,
  reason: one.reason || other.reason,
  permissions: [...new Set([...one.permissions, ...other.permissions])],
})
const isSame = (one: Needs, other: Needs | undefined) => JSON.stringify(one) === JSON.stringify(other)

const never = new AbortController().signal

/** Prevents requesters from starting a job held for approval. */
const unlessHeld = ({ state }: JobRecord) =>
  state === 'held'
    ? new Problem('FORBIDDEN', 'This job is waiting for approval by a second person', { service: 'console' })
    : changed()

const gone = () => new Problem('NOT_FOUND', 'This job does not exist any more. Reload the list.', { field: 'job' })
const tooMany = () =>
  new Problem('INVALID_INPUT', `items: A job has at most ${maxItems.toLocaleString('en')} items`, { field: 'items' })
const changed = () =>
  new Problem('INVALID_INPUT', 'job: Its state has changed meanwhile. Reload it and try again.', {
    service: 'console',
    status: 409,
    field: 'job',
  })
