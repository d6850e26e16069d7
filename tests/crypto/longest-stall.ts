import { busyMilliseconds, onReferenceMachine } from './cpu-time.ts'

/**
 * For how many milliseconds of the reference machine this thread was busy at most without looking at its events, while the
 * work was done. A time in which other processes had the processor does not count: monitorEventLoopDelay would, and fail on
 * a machine with much to do.
 */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = busyMilliseconds()
  const sample = () => {
    const now = busyMilliseconds()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(sample, 5)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  sample()
  return onReferenceMachine(longest)
}
