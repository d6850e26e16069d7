import { setTimeout as delay } from 'node:timers/promises'
import type { Input } from '#contract/endpoint.ts'
import { listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { type Device, getDevice } from '#contract/mdm/devices.ts'
import { skipTokenOf } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import type { Ask } from '#services/console/ask-server.ts'
import type { FleetStore } from './fleet-store.ts'

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
  /** One with them, too: only a whole walk notices what has vanished. */
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
  rereadMs: 86_400_000,
}

type Parts = { store: FleetStore; pace: FleetPace; clock: () => number }
export type Walk = { site: string; ask: Ask; recordsPerSecond: number; signal: AbortSignal }

/** No list is longer: a server that never ends one is not followed forever. */
const maxPages = 50_000
/** Records between two looks at what changed, and those that are written together. */
const recordsAtOnce = 200
const keptAtOnce = 10

/** Reads what a server has into the index: its list, then what its delta-tokens tell, then whole records. */
export function fleetWalk({ store, pace, clock }: Parts) {
  /** Every page of a list; the delta-token of the first page stands for when the walk began. */
  async function pages({ site, ask, signal }: Walk, delta: string | undefined, walk: number) {
    const input: Input<typeof listDevices> = {
      limit: pageLimit.max,
      ...(delta !== undefined && { 'delta-token': delta }),
    }
    let token: string | undefined
    let next: Input<typeof listDevices> = input
    for (let page = 0; page < maxPages; page += 1) {
      signal.throwIfAborted()
      const { rows, next: following, deltaToken } = await ask(listDevices, next)
      if (page === 0) token = deltaToken
      await store.takeRows(site, rows, { walk, isDelta: delta !== undefined, at: clock() })
      const skip = skipTokenOf(following)
      if (skip !== undefined) next = { ...input, 'skip-token': skip }
      else if (rows.length >= pageLimit.max && following === undefined)
        next = { ...input, offset: (page + 1) * pageLimit.max }
      else return token
    }
    throw new Problem('ANSWER_TOO_LARGE', 'The list of devices does not end', { service: 'mdm' })
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
    const token = await pages(on, undefined, walk)
    await store.markGone(on.site, walk, clock())
    await store.forgetOldChanges(clock())
    await store.markOld(on.site, isLost ? began : clock() - pace.rereadMs)
    await store.retryRefused(on.site, clock() - pace.rereadMs)
    await store.note(on.site, { walked_at: began, as_of: began, delta_token: kept || (token ?? ''), problem: '' })
  }

  /** Only what changed, and the token to go on from; undefined where the server does not take this one any more. */
  async function delta(on: Walk, token: string, walk: number): Promise<string | undefined> {
    const began = clock()
    try {
      const next = (await pages(on, token, walk)) ?? ''
      await store.note(on.site, { as_of: began, delta_token: next, problem: '' })
      return next
    } catch (error) {
      if (error instanceof Problem && error.code === 'COM0021') return undefined
      throw error
    }
  }

  async function readRecords(on: Walk) {
    const waiting = await store.changed(on.site, recordsAtOnce)
    const isAlone = aboutOne()
    for (let at = 0; at < waiting.length; at += keptAtOnce) {
      const read: { id: number; record: Device }[] = []
      try {
        for (const one of waiting.slice(at, at + keptAtOnce)) {
          const record = await readRecord(on, one, isAlone)
          if (record) read.push({ id: one.id, record })
        }
      } finally {
        if (read.length > 0) await store.takeRecords(on.site, read, clock())
      }
    }
  }

  async function readRecord(
    { ask, recordsPerSecond, signal }: Walk,
    { id, device_id, failures }: { id: number; device_id: string; failures: number },
    isAlone: ReturnType<typeof aboutOne>,
  ): Promise<Device | undefined> {
    signal.throwIfAborted()
    const begun = performance.now()
    try {
      const record = await ask(getDevice, { device_id })
      isAlone.wasRead()
      return record
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'COM0008' || error.status === 404) await store.recordMissing(id, clock())
      else if (isAlone.of(error, failures)) await store.recordFailed(id, clock())
      else throw error
      return undefined
    } finally {
      const left = 1000 / recordsPerSecond - (performance.now() - begun)
      if (left > 0 && !signal.aborted) await delay(left, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    /** One look. What could not be asked is thrown, once everything before it is kept. */
    async look(on: Walk): Promise<string> {
      const { walk, walked_at, delta_token } = await store.siteRow(on.site)
      const age = clock() - walked_at
      const isDue = walked_at === 0 || age > (delta_token === '' ? pace.walkMs : pace.fullWalkMs)
      const next = delta_token === '' ? '' : await delta(on, delta_token, walk)
      const isLost = next === undefined
      if (isDue || isLost) await wholeWalk(on, { walk, kept: next ?? '', isLost })
      await readRecords(on)
      return ''
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
