import { createHash } from 'node:crypto'
import type { Input, Output } from '#contract/endpoint.ts'
import { listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { type Device, getDevice } from '#contract/mdm/devices.ts'
import { skipTokenOf } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import type { CallServer } from '#services/console/call-server.ts'
import type { FleetStore } from '#services/console/fleet/fleet-store.ts'
import { deviceSubject } from '#services/console/fleet/subject.ts'
import { missingRecords, recordsNotOffered } from './missing-records.ts'
import { paced, pacedPage } from './paced-requests.ts'

export type FleetPace = {
  /** Maximum rate of record requests, if not set in the connection. */
  recordsPerSecond: number
  /** Rate while the index is not in use. */
  calmPerSecond: number
  /** Interval of change checks while in use. */
  lookMs: number
  /** Interval while not in use. */
  idleMs: number
  /** Delay after a failed check, short enough that pages show the recovery within ten seconds. */
  retryMs: number
  /** Interval of full passes on servers without delta tokens. */
  walkMs: number
  /** Interval of nightly full passes on servers with delta tokens, which do not report all removals. */
  fullWalkMs: number
  /** Records older than this are read again with the next full pass. */
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
  // Shorter than the interval of passes, so that records read during one pass are outdated in the next.
  rereadMs: 72_000_000,
}

type Parts = { store: FleetStore; pace: FleetPace; clock: () => number }
export type Walk = { site: string; ask: CallServer; recordsPerSecond: number; signal: AbortSignal }

/** Stops at a server whose list never ends. */
const maxPages = 50_000
/** Records read between two change checks, and written together. */
const recordsAtOnce = 200
const keptAtOnce = 10

/** Rows added or removed during paging shift later ones, so a pass may be repeated. */
const maxWalks = 3
/** An extra pass starts after sixty times the duration of the last, and at least after a minute. */
const walkShare = 60
const minWalkMs = 60_000
/** Hours in which full passes do not affect users. */
const night = { from: 1, to: 5 }
const isNight = (at: number) => new Date(at).getHours() >= night.from && new Date(at).getHours() < night.to

/** Result of a pass. `ids`: a digest of the devices seen. */
type Met = { token: string | undefined; met: number; total: number | undefined; isWhole: boolean; ids: string }

/** A server that sends more rows than requested, and rejects `offset`, has sent all of them. */
const endOfLongPage =
  ({ offset }: Input<typeof listDevices>, lastRows: number) =>
  (error: unknown): Output<typeof listDevices> => {
    const isEnd = offset !== undefined && lastRows > pageLimit.max
    if (!isEnd || !(error instanceof Problem) || error.status !== 400) throw error
    return { rows: [], total: undefined }
  }

/** Indexes the devices of a server: the list, then changes by delta tokens, then records. */
export function fleetWalk({ store, pace, clock }: Parts) {
  const tookMs = new Map<string, number>()
  /** Problem of the last pass, by site. */
  const left = new Map<string, string>()
  /** Devices that the server counts beyond a complete index, and for how many checks. */
  const surplus = new Map<string, number>()
  const differed = new Map<string, number>()
  /** Sites whose server reports no total, or ignores paging. */
  const uncounted = new Set<string>()
  const missing = missingRecords(pace.rereadMs, clock)
  const problemOf = (site: string) => left.get(site) || (missing.isLacking(site) ? recordsNotOffered(getDevice) : '')

  /** Reads all pages; the delta token of the first page refers to the start of the pass. */
  async function pages(on: Walk, delta: string | undefined, walk: number): Promise<Met> {
    const input: Input<typeof listDevices> = {
      limit: pageLimit.max,
      ...(delta !== undefined && { 'delta-token': delta }),
    }
    const named = new Set<string>()
    const totals: number[] = []
    const ids = createHash('sha256')
    let [token, unnamed, offset, isByOffset]: [string | undefined, number, number, boolean] = [undefined, 0, 0, false]
    let [next, lastRows] = [input, 0]
    for (let page = 0; page < maxPages; page += 1) {
      const ask = () => on.ask(listDevices, next)
      // The first page failed, so the error is reported instead of an empty index.
      const {
        rows,
        next: following,
        deltaToken,
        total,
      } = await (page === 0 ? paced(on, ask) : pacedPage(on, pace, ask).catch(endOfLongPage(next, lastRows)))
      lastRows = rows.length
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
      // Servers may return shorter pages than requested, or only a total.
      const isMore = following !== undefined || rows.length >= pageLimit.max || (total !== undefined && met < total)
      if (rows.length === 0 || met === before || (skip === undefined && !isMore)) {
        // Cursors are reliable; offsets skip devices if earlier rows were removed.
        const counted = isByOffset && new Set(totals).size > 1 ? undefined : Math.min(...totals)
        const isWhole = totals.length === 0 || (counted !== undefined && met >= counted)
        return { token, met, total: totals[0], isWhole, ids: ids.digest('base64') }
      }
      isByOffset ||= skip === undefined
      next = { ...input, ...(skip === undefined ? { offset } : { 'skip-token': skip }) }
    }
    throw new Problem('ANSWER_TOO_LARGE', 'The list of devices does not end', { service: 'mdm' })
  }

  /** Two passes with the same devices are complete, whatever the total. */
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
   * A full pass: afterwards, the index matches the server, and missing devices are marked. Changes of records may not
   * show in list rows, so the last delta token is kept; if it was rejected, all records are read again.
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
    left.set(on.site, problem)
    const progress = { walked_at: began, as_of: began, delta_token: kept || (token ?? '') }
    await store.note(on.site, { ...progress, problem: problemOf(on.site) })
    tookMs.set(on.site, clock() - began)
    const { devices } = await store.counts(on.site, 0)
    if (isWhole && total !== undefined) surplus.set(on.site, total - devices)
  }

  /** Reads changes and returns the next token; undefined if the server rejects the token. */
  async function delta(on: Walk, token: string, walk: number): Promise<string | undefined> {
    const began = clock()
    try {
      const next = (await pages(on, token, walk)).token ?? ''
      await store.note(on.site, { as_of: began, delta_token: next, problem: problemOf(on.site) })
      return next
    } catch (error) {
      if (error instanceof Problem && error.code === 'COM0021') return undefined
      throw error
    }
  }

  /** Deltas do not report all removals; a persistently different total reveals them. */
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
    if (missing.isLacking(on.site)) return
    await missing.begin(on.site, async () => (await store.counts(on.site, 0)).detailed > 0)
    const waiting = await store.changed(on.site, recordsAtOnce)
    const isAlone = aboutOne()
    for (let at = 0; at < waiting.length; at += keptAtOnce) {
      const read: { id: number; record: Device; at: number }[] = []
      try {
        for (const one of waiting.slice(at, at + keptAtOnce)) {
          if (missing.isLacking(on.site)) return
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
      missing.wasRead(on.site)
      return record
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      missing.wasRefused(on.site, error)
      if (error.code === 'COM0008' || error.status === 404) await store.recordMissing(id, clock())
      else if (isAlone.of(error, failures)) await store.recordFailed(id, clock())
      else throw error
      return undefined
    }
  }

  /** Whether a full pass is due. */
  async function isDue(on: Walk, { walked_at, problem }: { walked_at: number; problem: string }, hasDeltas: boolean) {
    const age = clock() - walked_at
    // Another process recorded an incomplete list; its nature is unknown until the next pass.
    if (walked_at === 0 || (problem !== '' && !left.has(on.site))) return true
    if (!hasDeltas || left.get(on.site)) return age > pace.walkMs
    if (age > 1.5 * pace.fullWalkMs || (age > pace.fullWalkMs / 2 && isNight(clock()))) return true
    const again = Math.min(pace.walkMs, Math.max(minWalkMs, walkShare * (tookMs.get(on.site) ?? Infinity)))
    return (await isCountOther(on)) && age > again
  }

  return {
    /** One check; returns the problem to report. Request errors are thrown after everything received was stored. */
    async look(on: Walk): Promise<string> {
      const row = await store.siteRow(on.site)
      const { walk, delta_token } = row
      const next = delta_token === '' ? '' : await delta(on, delta_token, walk)
      const isLost = next === undefined
      if (isLost || (await isDue(on, row, delta_token !== ''))) await wholeWalk(on, { walk, kept: next ?? '', isLost })
      await readRecords(on)
      return problemOf(on.site)
    },
  }
}

/** Whether an error concerns a single record, so that others may still be readable. */
export const isAboutThisOne = ({ code, status }: Problem) =>
  code === 'UNEXPECTED_CONTENT' || (status >= 400 && status < 500 && ![401, 403, 429].includes(status))

/** This many rejections before any success are attributed to all records rather than to single ones. */
const maxRefused = 5

/**
 * Attributes errors to single records or to all, within a check: 403 concerns a single record if others can be read.
 */
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
