import type { Kysely } from 'kysely'
import { type LeaseTables, runInOne } from '#platform/lease.ts'
import type { Log } from '#platform/log.ts'
import type { ConsoleTables } from './tables.ts'

/** Until a process notices that somebody has asked another one. */
const noticedMs = 60_000

type Settings = {
  database: Kysely<ConsoleTables>
  /** Of the lease. */
  name: string
  log: Log
  isWanted: () => Promise<boolean>
  /** Begins to run, in the process that has the lease; gives what ends it. */
  start: () => () => Promise<void>
  /** What is done each minute, where it is more than to look whether it is wanted by now. */
  onMinute?: () => void
  failed: (error: unknown) => void
}

/** Runs in one of the processes on the database, from when it is wanted: most consoles never need it. */
export function runWhenWanted({ database, name, log, isWanted, start, onMinute, failed }: Settings) {
  let stop: Promise<() => Promise<void>> | undefined
  const open = () =>
    (stop ??= runInOne(database.$extendTables<LeaseTables>(), name, log, () => Promise.resolve(start())).catch(
      (error: unknown) => {
        stop = undefined
        throw error
      },
    ))
  const watch = async () => {
    if (stop === undefined && (await isWanted())) await open()
  }
  const timer = setInterval(onMinute ?? (() => void watch().catch(failed)), noticedMs).unref()
  return {
    watch,
    close: async () => {
      clearInterval(timer)
      await (
        await stop?.catch(() => undefined)
      )?.()
    },
  }
}

type Passes = {
  /** Gives the milliseconds until the next one. */
  pass: (signal: AbortSignal) => Promise<number>
  retryMs: number
  failed: (error: unknown) => void
}

/** One pass after the other. */
export function repeated({ pass, retryMs, failed }: Passes) {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const once = async () => {
    const ms = await pass(ending.signal).catch((error: unknown) => {
      failed(error)
      return retryMs
    })
    running = undefined
    if (!ending.signal.aborted) timer = setTimeout(now, ms).unref()
  }
  function now() {
    if (ending.signal.aborted || running) return
    clearTimeout(timer)
    running = once()
  }
  now()
  return {
    now,
    close: async () => {
      ending.abort()
      clearTimeout(timer)
      await running
    },
  }
}
