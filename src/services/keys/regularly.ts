import type { KeyManagement } from './key-management.ts'

/** Until a process notices that something is due, or that another one left something undone. */
const lookEveryMs = 60_000

/** Does this each minute while the vault is open, one after the other; call `look` to do it now. */
export function regularly(
  { stopping }: Pick<KeyManagement, 'stopping'>,
  isSealed: () => boolean,
  work: () => Promise<unknown>,
) {
  let working: Promise<unknown> | undefined
  const look = () => {
    if (isSealed() || stopping?.aborted) return
    // What fails now is tried again at the next look.
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
