import { useState } from 'react'
import { problemOf } from '#api/problem.ts'
import type { Problem } from '#contract/problem.ts'
import { useCountdown } from '#ui/values/clock.ts'

/** Why the last attempt was rejected, and the server's wait time. */
export function useRefusal() {
  const [problem, setProblem] = useState<Problem>()
  const [until, setUntil] = useState<number>()
  const secondsLeft = useCountdown(until)

  /** Result of an attempt; undefined if it was rejected. */
  const unlessRefused = async <T>(attempt: () => Promise<T>): Promise<T | undefined> => {
    setProblem(undefined)
    try {
      return await attempt()
    } catch (error) {
      const refused = problemOf(error)
      setProblem(refused)
      setUntil(refused.retryAfterSeconds === undefined ? undefined : Date.now() + refused.retryAfterSeconds * 1000)
      return undefined
    }
  }
  return { problem, secondsLeft, unlessRefused }
}

/** "2:05 min", or "40 s" in the last minute. */
export const waitText = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
