import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { bulkLimit } from '#contract/mdm/commands.ts'
import type { DeviceSummary } from '#contract/mdm/devices.ts'
import { endingOf, isOpen } from './follow.ts'
import { keepBulk, readBulk } from './kept-run.ts'
import { retry, markInterrupted, start, type BulkRun, newBulk, type Order, type Outcome, withChanges } from './run.ts'
import { inputFor, rowFor, sendOn } from './send.ts'

type State = {
  run: BulkRun | undefined
  /** Another tab of this browser does it. */
  elsewhere: boolean
  stopping: boolean
  /** Whether the run outlives the page. */
  kept: boolean
}

export type BulkRunner = ReturnType<typeof bulkRunner>
const runners = new Map<string, BulkRunner>()

/** One run at a time for a person in a browser. It belongs to no page: it goes on while they look at others. */
export function runnerOf(person: string): BulkRunner {
  const known = runners.get(person) ?? bulkRunner(person)
  runners.set(person, known)
  return known
}

function bulkRunner(person: string) {
  const lock = `triptych-bulk-${person}`
  const listeners = new Set<() => void>()
  let state: State = { run: readBulk(person), elsewhere: false, stopping: false, kept: true }
  let active = false

  const change = (next: Partial<State>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const show = (run: BulkRun | undefined) => change({ run, kept: keepBulk(person, run) })

  /** Only one tab sends, whatever each of them shows. */
  const alone = (work: () => Promise<void>) =>
    navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
      change({ elsewhere: !held })
      if (held) await work()
    })
  const checkLeft = () =>
    alone(async () => {
      const left = state.run && markInterrupted(state.run)
      if (left && left !== state.run) show(left)
    })
  const followOtherTabs = ({ storageArea }: StorageEvent) => {
    if (active || storageArea !== localStorage) return
    change({ run: readBulk(person) })
    if (state.run?.state === 'going') void checkLeft()
  }
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) {
      window.addEventListener('storage', followOtherTabs)
      if (!active && state.run?.state === 'going') void checkLeft()
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
    }
  }

  /** What was typed and nobody keeps: it is gone with the page. */
  let secrets: Record<string, unknown> = {}
  const secretsMissing = ({ secretNames }: BulkRun) => secretNames.filter((name) => secrets[name] === undefined)

  const go = async (from: BulkRun) => {
    const { action } = from
    if (active || !action || secretsMissing(from).length > 0) return
    await alone(async () => {
      active = true
      change({ stopping: false })
      const endpoint = rowFor(action)
      const parameters = { ...from.parameters, ...secrets }
      show(from)
      try {
        await sendOn(from, {
          call: (ids) => call(endpoint, inputFor(action, ids, parameters) as never),
          show,
          stops: () => state.stopping,
          now: () => Date.now(),
          problemOf,
        })
      } finally {
        active = false
        change({ stopping: false })
        await invalidate(endpoint.changes)
      }
    })
  }

  return {
    subscribe,
    get: () => state,
    secretsMissing,
    /** Devices for the next run. One that is on its way is not thrown away for it. */
    choose: (source: string, devices: readonly DeviceSummary[]) => {
      if (state.run?.state === 'going') {
        throw new Error('Another run is in progress. Wait until it is complete or stop it first.')
      }
      if (devices.length > bulkLimit) {
        throw new Error(`The maximum is ${bulkLimit.toLocaleString('en')} devices. Filter the list first.`)
      }
      show(newBulk(source, devices, Date.now()))
    },
    begin: (run: BulkRun, order: Order) => {
      const next = start(run, order, Date.now())
      secrets = Object.fromEntries(next.secretNames.map((name) => [name, order.parameters[name]]))
      void go(next)
    },
    /** Send to those that were not sent anything yet, and to those of these outcomes once more. */
    goOn: (wanted: readonly Outcome[], typed: Record<string, unknown> = {}) => {
      secrets = { ...secrets, ...typed }
      if (state.run) void go(retry(state.run, wanted))
    },
    stop: () => change({ stopping: true }),
    /** Look in the history of each of these devices how its command goes. */
    look: async (signal: AbortSignal) => {
      const { run } = state
      if (active || !run?.action) return
      const open = run.targets.filter(isOpen)
      const { action } = run
      for (let at = 0; at < open.length; at += concurrency) {
        const part = open.slice(at, at + concurrency)
        const found = await Promise.all(part.map((target) => endingOf(target, action, signal)))
        signal.throwIfAborted()
        if (active || !state.run) return
        const changes = new Map(found.flatMap((change, index) => (change ? [[part[index]?.id ?? '', change]] : [])))
        if (changes.size > 0) show(withChanges(state.run, changes))
      }
    },
    forget: () => {
      secrets = {}
      show(undefined)
    },
  }
}

/** Calls that are on their way at the same time. */
const concurrency = 4
