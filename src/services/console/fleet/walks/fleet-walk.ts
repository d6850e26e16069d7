import { createHash } from 'node:crypto'
import type { Input } from '#contract/endpoint.ts'
import { listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { type Device, getDevice } from '#contract/mdm/devices.ts'
import { skipTokenOf } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import type { Ask } from '#services/console/ask-server.ts'
import type { FleetStore } from '#services/console/fleet/fleet-store.ts'
import { deviceSubject } from '#services/console/fleet/subject.ts'
import { paced, pacedPage } from './paced-requests.ts'

export type FleetPace = {
  /** Whole records that are read in a second, at most, where the connection does not say it. */
  recordsPerSecond: number
  /** While nobody asks. */
  calmPerSecond: number
  /** Between two looks at what changed, while somebody asks. */
  lookMs: number
  /** While nobody does. */
  idleMs: number
  /** After a look that failed, at least: who looks at a page sees within ten seconds that a fault is over. */
  retryMs: number
  /** A server without delta tokens is walked whole so often. */
  walkMs: number
  /** One with them, too, at night: only a whole walk notices everything that has vanished. */
  fullWalkMs: number
  /** A record that was read so long ago is read again, with the next whole walk. */
  rereadMs: number
}
export const defaultFleetPace: FleetPace = {
  recordsPerSecond: 20,
  calmPerSecond: 10,
  lookMs: 10_000,
  idleMs: 300_000,
  retryMs: 5000,
  walkMs: 900_000,
  fullWalkMs: 86_400_000,
  // Less than between two walks: what was read while the last one went on is old with the next.
  rereadMs: 72_000_000,
}

type Parts = { store: FleetStore; pace: FleetPace; clock: () => number }
export type Walk = { site: string; ask: Ask; recordsPerSecond: number; signal: AbortSignal }

/** No list is longer: a server that never ends one is not followed forever. */
const maxPages = 50_000
/** Records between two looks at what changed, and those that are written together. */
const recordsAtOnce = 200
const keptAtOnce = 10

/** Rows that come or go while pages are turned shift those behind them. */
const maxWalks = 3
/** A list is walked out of turn after sixty times as long as it took, and after a minute at least. */
const walkShare = 60
const minWalkMs = 60_000
/** Hours of the day in which a whole list is no load that anybody notices. */
const night = { from: 1, to: 5 }
const isNight = (at: number) => new Date(at).getHours() >= night.from && new Date(at).getHours() < night.to

/** What a walk met. `ids`: a digest, which two walks share that met the same devices. */
type Met = { token: string | undefined; met: number; total: number | undefined; isWhole: boolean; ids: string }

/** Reads what a server has into the index: its list, then what its delta-tokens tell, then whole records. */
export function fleetWalk({ store, pace, clock }: Parts) {
  const tookMs = new Map<string, number>()
  /** What the last walk of a site left to be said. */
  const left = new Map<string, string>()
  /** How many more than the index the server counts though its list was met whole, and for how many looks. */
  const surplus = new Map<string, number>()
  const differed = new Map<string, number>()
  /** Sites whose server does not count, or gives everything to whoever asks for one. */
  const uncounted = new Set<string>()

  /** Every page of a list; the delta-token of the first page stands for when the walk began. */
  async function pages(on: Walk, delta: string | undefined, walk: number): Promise<Met> {
    const input: Input<typeof listDevices> = {
      limit: pageLimit.max,
      ...(delta !== undefined && { 'delta-token': delta }),
    }
    const named = new Set<string>()
    const totals: number[] = []
    const ids = createHash('sha256')
    let [token, unnamed, offset, isByOffset]: [string | undefined, number, number, boolean] = [undefined, 0, 0, false]
    let next = input
    for (let page = 0; page < maxPages; page += 1) {
      const ask = () => on.ask(listDevices, next)
      // Nothing was read before the first one: whoever looks at the index is told why.
      const {
        rows,
        next: following,
        deltaToken,
        total,
      } = await (page === 0 ? paced(on, ask) : pacedPage(on, pace, ask))
      if (page === 0) token = deltaToken
      if (total !== undefined) totals.push(total)
      const before = named.size + unnamed
      for (const row of rows) {
        const id = deviceSubject.idOf(row)
        if (id === '') unnamed += 1
        else named.add(id)
        ids.update(`${id.length} ${id}`)
      }
      await store.takeRows(on.site, rows, { walk, isDelta: delta !== undefined, at: clock() })
      const met = named.size + unnamed
      offset += rows.length
      const skip = skipTokenOf(following)
      // A server may give shorter pages than it is asked for, or nothing but their number.
      const isMore = following !== undefined || rows.length >= pageLimit.max || (total !== undefined && met < total)
      if (rows.length === 0 || met === before || (skip === undefined && !isMore)) {
        // A cursor passes nobody by; an offset does where rows before it went.
        const counted = isByOffset && new Set(totals).size > 1 ? undefined : Math.min(...totals)
        const isWhole = totals.length === 0 || (counted !== undefined && met >= counted)
        return { token, met, total: totals[0], isWhole, ids: ids.digest('base64') }
      }
      isByOffset ||= skip === undefined
      next = { ...input, ...(skip === undefined ? { offset } : { 'skip-token': skip }) }
    }
    throw new Problem('ANSWER_TOO_LARGE', 'The list of devices does not end', { service: 'mdm' })
  }

  /** A list that gives the same devices twice has no others, whatever it counts. */
  async function wholeList(on: Walk, walk: number): Promise<Met> {
    const first = await pages(on, undefined, walk)
    let read = first
    for (let time = 1; time < maxWalks && !read.isWhole; time += 1) {
      const again = await pages(on, undefined, walk)
      read = { ...again, isWhole: again.isWhole || again.ids === read.ids }
    }
    return { ...read, token: first.token }
  }

  /**
   * From the start: afterwards the index has what the server has, and what it no longer has is marked. What changed in
   * a record need not show in its row of the list, so the token of the last delta stays the one to go on from. Where
   * it was lost, every record is read again.
   */
  async function wholeWalk(on: Walk, { walk: last, kept, isLost }: { walk: number; kept: string; isLost: boolean }) {
    const began = clock()
    const walk = last + 1
    await store.note(on.site, { walk })
    const { token, met, total, isWhole } = await wholeList(on, walk)
    if (isWhole) await store.markGone(on.site, walk, clock())
    await store.forgetOldChanges(clock())
    await store.markOld(on.site, isLost ? began : clock() - pace.rereadMs)
    await store.retryRefused(on.site, clock() - pace.rereadMs)
    const problem = isWhole ? '' : `The list was not whole: ${met} of ${total ?? 'its'} devices were met`
    await store.note(on.site, { walked_at: began, as_of: began, delta_token: kept || (token ?? ''), problem })
    left.set(on.site, problem)
    tookMs.set(on.site, clock() - began)
    const { devices } = await store.counts(on.site, 0)
    if (isWhole && total !== undefined) surplus.set(on.site, total - devices)
  }

  /** Only what changed, and the token to go on from; undefined where the server does not take this one any more. */
  async function delta(on: Walk, token: string, walk: number): Promise<string | undefined> {
    const began = clock()
    try {
      const next = (await pages(on, token, walk)).token ?? ''
      await store.note(on.site, { as_of: began, delta_token: next, problem: '' })
      return next
    } catch (error) {
      if (error instanceof Problem && error.code === 'COM0021') return undefined
      throw error
    }
  }

  /** A delta does not tell what has vanished; that the server counts others than the index has does, if it stays so. */
  async function isCountOther(on: Walk): Promise<boolean> {
    if (uncounted.has(on.site)) return false
    const { total, rows } = await paced(on, () => on.ask(listDevices, { limit: 1 }))
    if (total === undefined || rows.length > 1) {
      uncounted.add(on.site)
      return false
    }
    const { devices } = await store.counts(on.site, 0)
    const isOther = total - devices !== (surplus.get(on.site) ?? 0)
    differed.set(on.site, isOther ? (differed.get(on.site) ?? 0) + 1 : 0)
    return (differed.get(on.site) ?? 0) > 1
  }

  async function readRecords(on: Walk) {
    const waiting = await store.changed(on.site, recordsAtOnce)
    const isAlone = aboutOne()
    for (let at = 0; at < waiting.length; at += keptAtOnce) {
      const read: { id: number; record: Device; at: number }[] = []
      try {
        for (const one of waiting.slice(at, at + keptAtOnce)) {
          const began = clock()
          const record = await readRecord(on, one, isAlone)
          if (record) read.push({ id: one.id, record, at: began })
        }
      } finally {
        if (read.length > 0) await store.takeRecords(on.site, read)
      }
    }
  }

  async function readRecord(
    on: Walk,
    { id, device_id, failures }: { id: number; device_id: string; failures: number },
    isAlone: ReturnType<typeof aboutOne>,
  ): Promise<Device | undefined> {
    try {
      const record = await paced(on, () => on.ask(getDevice, { device_id }))
      isAlone.wasRead()
      return record
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'COM0008' || error.status === 404) await store.recordMissing(id, clock())
      else if (isAlone.of(error, failures)) await store.recordFailed(id, clock())
      else throw error
      return undefined
    }
  }

  /** Whether the list is to be walked whole by now. */
  async function isDue(on: Walk, { walked_at, problem }: { walked_at: number; problem: string }, hasDeltas: boolean) {
    const age = clock() - walked_at
    // Another process may have left a list that was not whole: what it was is known after a walk.
    if (walked_at === 0 || (problem !== '' && !left.has(on.site))) return true
    if (!hasDeltas || left.get(on.site)) return age > pace.walkMs
    if (age > 1.5 * pace.fullWalkMs || (age > pace.fullWalkMs / 2 && isNight(clock()))) return true
    const again = Math.min(pace.walkMs, Math.max(minWalkMs, walkShare * (tookMs.get(on.site) ?? Infinity)))
    return (await isCountOther(on)) && age > again
  }

  return {
    /** One look, and what is left to be said. What could not be asked is thrown, once everything before it is kept. */
    async look(on: Walk): Promise<string> {
      const row = await store.siteRow(on.site)
      const { walk, delta_token } = row
      const next = delta_token === '' ? '' : await delta(on, delta_token, walk)
      const isLost = next === undefined
      if (isLost || (await isDue(on, row, delta_token !== ''))) await wholeWalk(on, { walk, kept: next ?? '', isLost })
      await readRecords(on)
      return left.get(on.site) ?? ''
    },
  }
}

/** Others can be read though this one cannot. */
export const isAboutThisOne = ({ code, status }: Problem) =>
  code === 'UNEXPECTED_CONTENT' || (status >= 400 && status < 500 && ![401, 403, 429].includes(status))

/** So many that are refused for the first time before any is read: it is not about them. */
const maxRefused = 5

/** What a problem with a record says of the others, within a look: where some are read, 403 is about this one. */
export function aboutOne() {
  let [isAnyRead, refused] = [false, 0]
  return {
    wasRead: () => {
      isAnyRead = true
    },
    of: (problem: Problem, failuresBefore: number): boolean => {
      if (problem.status !== 403) return isAboutThisOne(problem)
      if (failuresBefore === 0) refused += 1
      return isAnyRead || refused < maxRefused
    },
  }
}
