import { Problem } from '#contract/problem.ts'
import { callsInAMinute } from '#services/calls-in-a-minute.ts'

/** So many calls of a subject in a minute, in this process. */
export function callLimit(most: number) {
  const calls = callsInAMinute()
  return (subject: string) => {
    const retryAfterSeconds = calls.take(subject, most)
    if (retryAfterSeconds === undefined) return
    throw new Problem('temporarily_unavailable', `More than ${most} calls in a minute`, { retryAfterSeconds })
  }
}
