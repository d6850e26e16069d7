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
import { paced, pacedPage } from './paced-requests.ts'

type Parts = { store: FleetStore<ListedComputer, WholeComputer>; pace: FleetPace; clock: () => number }

/** As many as real servers take, and as are written while others wait. */
const pageSize = 500
const keptTogether = 100
/** No list is longer: a server that never ends one is not followed forever. */
const maxPages = 10_000
const maxSoftwarePages = 20
/** Rows that come or go while pages are turned shift those behind them. */
const maxWalks = 3
type Met = { isWhole: boolean; met: number; total: number | undefined }
async function untilWhole(walk: () => Promise<Met>): Promise<Met> {
  let met = await walk()
  for (let time = 1; time < maxWalks && !met.isWhole; time += 1) met = await walk()
  return met
}
const problemOf = ({ isWhole, met, total }: Met) =>
  isWhole ? '' : `The list was not whole: ${met} of ${total ?? 'its'} computers were met`
/** Records between two looks at the lists, and those that are written together. */
const recordsAtOnce = 200
const recordsKept = 10

/** Lists are walked again after sixty times as long as it took, and after a minute at least. */
const walkShare = 60
const minWalkMs = 60_000

/** What the list of scans says beside the one of computers. */
const ofScan = Object.keys(scanComputerFields).filter((name) => /scan/.test(name)) as (keyof ScanComputer)[]

/**
 * Reads what desktop management has into the index. It tells nothing of what changed since, so its two lists are walked,
 * and the details of a computer are read again where a new scan shows there, or they are old.
 */
export function computerWalk({ store, pace, clock }: Parts) {
  const tookMs = new Map<string, number>()
  /** What the last walk of a site left to be said. */
  const left = new Map<string, string>()

  /** Every row of a list. It is whole where no page counts others than the first one, and all of them were met. */
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

  /** A server may have no such list; then the details of its computers are read again when they are old. */
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
    // One that was not whole is not counted: what it met is met by the next one.
    const walk = last + 1
    const scans = await scansOf(on)
    const takePage = async (rows: readonly Computer[]) => {
      for (let at = 0; at < rows.length; at += keptTogether) {
        const listed = rows
          .slice(at, at + keptTogether)
          .map((row): ListedComputer => Object.assign({}, row, scans.get(computerSubject.idOf(row))))
        await store.takeRows(on.site, listed, { walk, isDelta: false, at: clock() })
      }
    }
    const met = await untilWhole(() => everyRow(on, (part) => on.ask(listComputers, part), takePage))
    // Two whole walks have to miss a computer: one that slides to a page that was read escapes a single one.
    if (met.isWhole) {
      await store.markGone(on.site, walk - 1, clock())
      await store.note(on.site, { walk })
    }
    await store.forgetOldChanges(clock())
    await store.markOld(on.site, clock() - pace.rereadMs)
    await store.retryRefused(on.site, clock() - pace.rereadMs)
    const problem = problemOf(met)
    left.set(on.site, problem)
    await store.note(on.site, { walked_at: began, as_of: began, problem })
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
    const waiting = await store.changed(on.site, recordsAtOnce)
    const isAlone = aboutOne()
    for (let at = 0; at < waiting.length; at += recordsKept) {
      const read: { id: number; record: WholeComputer; at: number }[] = []
      try {
        for (const { id, device_id, failures } of waiting.slice(at, at + recordsKept)) {
          const began = clock()
          try {
            read.push({ id, record: await readComputer(on, device_id), at: began })
            isAlone.wasRead()
          } catch (error) {
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
    /** One look, and what is left to be said. What could not be asked is thrown, once everything before it is kept. */
    async look(on: Walk): Promise<string> {
      const { walk, walked_at, problem } = await store.siteRow(on.site)
      const took = tookMs.get(on.site) ?? Infinity
      const everyMs = Math.min(pace.walkMs, Math.max(minWalkMs, walkShare * took))
      // Another process may have left it: what it was is known after a walk.
      const isUnsure = problem !== '' && !left.has(on.site)
      if (walked_at === 0 || isUnsure || clock() - walked_at > everyMs) await wholeWalk(on, walk)
      await readComputers(on)
      return left.get(on.site) ?? ''
    },
  }
}
