import { type Computer, type ScanComputer, scanComputerFields } from '#contract/desktop/computer-fields.ts'
import type { InstalledSoftware } from '#contract/desktop/inventory-fields.ts'
import { getComputerDetail, listScanComputers } from '#contract/desktop/inventory.ts'
import { listInstalledSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Page } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import { computerSubject, type ListedComputer, type WholeComputer } from '#services/console/fleet/computer-subject.ts'
import type { FleetStore } from '#services/console/fleet/fleet-store.ts'
import { aboutOne, type FleetPace, type Walk } from './fleet-walk.ts'
import { missingRecords, recordsNotOffered } from './missing-records.ts'
import { paced, pacedPage } from './paced-requests.ts'

type Parts = { store: FleetStore<ListedComputer, WholeComputer>; pace: FleetPace; clock: () => number }

/** Accepted by real servers, and small enough to be written without noticeable delay. */
const pageSize = 500
/** Stops at a server whose list never ends. */
const maxPages = 10_000
const maxSoftwarePages = 20
/** Rows added or removed during paging shift later ones, so a pass may be repeated. */
const maxWalks = 3
type Met = { isWhole: boolean; met: number; total: number | undefined }
async function untilWhole(walk: () => Promise<Met>): Promise<Met> {
  let met = await walk()
  for (let time = 1; time < maxWalks && !met.isWhole; time += 1) met = await walk()
  return met
}
const problemOf = ({ isWhole, met, total }: Met) =>
  isWhole ? '' : `The list was not whole: ${met} of ${total ?? 'its'} computers were met`
/** Records read between two checks of the lists, and written together. */
const recordsAtOnce = 200
const recordsKept = 10

/** The lists are read again after sixty times the duration of a pass, and at least after a minute. */
const walkShare = 60
const minWalkMs = 60_000

/** Fields that only the list of scans has. */
const ofScan = Object.keys(scanComputerFields).filter((name) => /scan/.test(name)) as (keyof ScanComputer)[]

/**
 * Indexes the computers of desktop management. It reports no changes, so both lists are read completely; details are
 * read again after a new scan or when outdated.
 */
export function computerWalk({ store, pace, clock }: Parts) {
  const tookMs = new Map<string, number>()
  /** Problem of the last pass, by site. */
  const left = new Map<string, string>()
  const missing = missingRecords(pace.rereadMs, clock)
  const problemNow = (site: string) =>
    left.get(site) || (missing.isLacking(site) ? recordsNotOffered(getComputerDetail) : '')

  /** Reads all pages of a list. Complete if all pages report the same total, and that many rows were seen. */
  async function everyRow<Row extends Computer | ScanComputer>(
    on: Walk,
    pageOf: (part: { page: number; pagelimit: number }) => Promise<Page<Row>>,
    take: (rows: readonly Row[]) => Promise<void> | void,
  ): Promise<Met> {
    const named = new Set<string>()
    const totals = new Set<number>()
    let [first, unnamed] = [0, 0]
    for (let page = 0; page < maxPages; page += 1) {
      const { rows, total } = await pacedPage(on, pace, () => pageOf({ page, pagelimit: pageSize }))
      if (total !== undefined) totals.add(total)
      const before = named.size
      for (const row of rows) {
        const id = computerSubject.idOf(row)
        if (id === '') unnamed += 1
        else named.add(id)
      }
      await take(rows)
      first ||= rows.length
      const met = named.size + unnamed
      const isLast = total === undefined ? rows.length < first : met >= total
      if (isLast || rows.length === 0 || named.size === before)
        return { isWhole: totals.size < 2 && (total === undefined || met >= total), met, total }
    }
    throw new Problem('ANSWER_TOO_LARGE', 'The list of computers does not end', { service: 'desktop' })
  }

  /** Without a list of scans, details are read again when outdated. */
  async function scansOf(on: Walk): Promise<ReadonlyMap<string, Partial<ScanComputer>>> {
    const scans = new Map<string, Partial<ScanComputer>>()
    let isListed = false
    const keep = (rows: readonly ScanComputer[]) => {
      isListed = true
      for (const row of rows)
        scans.set(computerSubject.idOf(row), Object.fromEntries(ofScan.map((name) => [name, row[name]])))
    }
    try {
      await untilWhole(() => everyRow(on, (part) => on.ask(listScanComputers, part), keep))
    } catch (error) {
      const isMissing = error instanceof Problem && (error.code === 'NOT_OFFERED' || error.status === 404)
      if (isListed || !isMissing) throw error
    }
    return scans
  }

  async function wholeWalk(on: Walk, last: number) {
    const began = clock()
    // An incomplete pass does not advance the number: the next one continues it.
    const walk = last + 1
    const scans = await scansOf(on)
    const takePage = async (rows: readonly Computer[]) => {
      const listed = rows.map((row): ListedComputer => Object.assign({}, row, scans.get(computerSubject.idOf(row))))
      await store.takeRows(on.site, listed, { walk, isDelta: false, at: clock() })
    }
    const met = await untilWhole(() => everyRow(on, (part) => on.ask(listComputers, part), takePage))
    // A computer counts as removed after two complete passes without it, since one may miss rows that shift to an
    // earlier page.
    if (met.isWhole) {
      await store.markGone(on.site, walk - 1, clock())
      await store.note(on.site, { walk })
    }
    await store.forgetOldChanges(clock())
    await store.markOld(on.site, clock() - pace.rereadMs)
    await store.retryRefused(on.site, clock() - pace.rereadMs)
    const problem = problemOf(met)
    left.set(on.site, problem)
    await store.note(on.site, { walked_at: began, as_of: began, problem: problemNow(on.site) })
    tookMs.set(on.site, clock() - began)
  }

  async function readComputer(on: Walk, resid: string): Promise<WholeComputer> {
    const detail = await paced(on, () => on.ask(getComputerDetail, { resid }))
    const software: InstalledSoftware[] = []
    if (detail.computer_software_summary?.total_software === 0) return { detail, software }
    let first = 0
    for (let page = 0; page < maxSoftwarePages; page += 1) {
      const { rows, total } = await paced(on, () => on.ask(listInstalledSoftware, { resid, page, pagelimit: pageSize }))
      software.push(...rows)
      first ||= rows.length
      if (
        rows.length === 0 ||
        (total === undefined ? rows.length < first || first < pageSize : software.length >= total)
      )
        break
    }
    return { detail, software }
  }

  async function readComputers(on: Walk) {
    if (missing.isLacking(on.site)) return
    await missing.begin(on.site, async () => (await store.counts(on.site, 0)).detailed > 0)
    const waiting = await store.changed(on.site, recordsAtOnce)
    const isAlone = aboutOne()
    for (let at = 0; at < waiting.length; at += recordsKept) {
      const read: { id: number; record: WholeComputer; at: number }[] = []
      try {
        for (const { id, device_id, failures } of waiting.slice(at, at + recordsKept)) {
          if (missing.isLacking(on.site)) return
          const began = clock()
          try {
            read.push({ id, record: await readComputer(on, device_id), at: began })
            isAlone.wasRead()
            missing.wasRead(on.site)
          } catch (error) {
            if (error instanceof Problem) missing.wasRefused(on.site, error)
            if (!(error instanceof Problem) || !isAlone.of(error, failures)) throw error
            await store.recordFailed(id, clock())
          }
        }
      } finally {
        if (read.length > 0) await store.takeRecords(on.site, read)
      }
    }
  }

  return {
    /** One check; returns the problem to report. Request errors are thrown after everything received was stored. */
    async look(on: Walk): Promise<string> {
      const { walk, walked_at, problem } = await store.siteRow(on.site)
      const took = tookMs.get(on.site) ?? Infinity
      const everyMs = Math.min(pace.walkMs, Math.max(minWalkMs, walkShare * took))
      // The problem was recorded by another process, so its nature is unknown until the next pass.
      const isUnsure = problem !== '' && !left.has(on.site)
      if (walked_at === 0 || isUnsure || clock() - walked_at > everyMs) await wholeWalk(on, walk)
      await readComputers(on)
      return problemNow(on.site)
    },
  }
}
