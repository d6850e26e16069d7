import { Refusal } from '#crypto/refusal.ts'
import { canceled } from '#crypto/workers/semaphore.ts'

/** TIMEOUT in seconds per host, limited to 1–60. */
export const timeoutMilliseconds = (seconds: number): number => Math.min(60, Math.max(1, seconds || 1)) * 1_000

/** Parses TIMEOUT; limited to three digits, since other servers may use other units. */
export function readTimeout(text: string): number {
  const seconds = Number(text)
  if (seconds >= 1 && seconds <= 999) return seconds
  throw new Refusal('not-allowed', `${text} is not a timeout: a number of seconds from 1 to 999`, 'TIMEOUT')
}

/** A deadline for all work on a host. Work that ignores its signal is abandoned. */
export async function withinDeadline<T>(
  milliseconds: number,
  cancel: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (why: Refusal) => {
    reject(why)
    controller.abort(why)
  }
  const onCancel = () => stop(canceled())
  const timer = setTimeout(() => stop(tooSlow(milliseconds)), milliseconds)
  cancel?.addEventListener('abort', onCancel)
  if (cancel?.aborted) onCancel()
  try {
    return await Promise.race([stopped, work(controller.signal)])
  } finally {
    clearTimeout(timer)
    cancel?.removeEventListener('abort', onCancel)
  }
}

const tooSlow = (milliseconds: number) => new Refusal('too-slow', `No answer within ${milliseconds / 1_000} s`)
