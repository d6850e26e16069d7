import { setTimeout as delay } from 'node:timers/promises'

const maxAttempts = 10
const defaultRetryMs = 5_000

type Options = {
  /** Stops without another attempt. */
  stopping: AbortSignal
  onRetry: (error: unknown) => void
  retryMs?: number
}

/**
 * Seeding continues where the last attempt ended. On a busy machine the deadline of a key or certificate may pass, which
 * must not leave the demo data incomplete until the next start. Throws the error of the last attempt.
 */
export async function seedWithRetries(attempt: () => Promise<void>, options: Options): Promise<void> {
  const { stopping, onRetry, retryMs = defaultRetryMs } = options
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (stopping.aborted || attempts === maxAttempts) throw error
      onRetry(error)
      await delay(retryMs, undefined, { signal: stopping })
    }
  }
}
