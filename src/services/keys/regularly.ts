import type { KeyManagement } from './key-management.ts'

/** Interval of checks for due work, or work left by another process. */
const lookEveryMs = 60_000

/** Runs a task every minute while the vault is open, without overlap; `look` runs it immediately. */
export function regularly(
  { stopping }: Pick<KeyManagement, 'stopping'>,
  isSealed: () => boolean,
  work: () => Promise<unknown>,
) {
  let working: Promise<unknown> | undefined
  const look = () => {
    if (isSealed() || stopping?.aborted) return
    // Failures are retried at the next interval.
    working ??= work()
      .catch(() => undefined)
      .finally(() => {
        working = undefined
      })
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return {
    look,
    close: async () => {
      clearInterval(timer)
      await working
    },
  }
}
