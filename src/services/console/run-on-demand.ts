import type { Kysely } from 'kysely'
import { type LeaseTables, runInOne } from '#platform/lease.ts'
import type { Log } from '#platform/log.ts'
import type { ConsoleTables } from './tables.ts'

/** Interval at which processes check whether the feature is in use. */
const noticedMs = 60_000

type Settings = {
  database: Kysely<ConsoleTables>
  /** Name of the lease. */
  name: string
  log: Log
  isWanted: () => Promise<boolean>
  /** Starts running in the process with the lease; returns a function to stop. */
  start: () => () => Promise<void>
  /** Called every minute, if more than the check is needed. */
  onMinute?: () => void
  failed: (error: unknown) => void
}

/** Runs a task in one of the processes on the database, once it is in use. */
export function runOnDemand({ database, name, log, isWanted, start, onMinute, failed }: Settings) {
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
  /** Returns the delay until the next pass in milliseconds. */
  pass: (signal: AbortSignal) => Promise<number>
  retryMs: number
  failed: (error: unknown) => void
}

/** Runs passes sequentially. */
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
