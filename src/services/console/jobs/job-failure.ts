import { isAway, mayBeDone, wasNeverSent } from '#contract/http/may-be-done.ts'
import { isJsonObject } from '#contract/json.ts'
import type { KnownCode, Problem } from '#contract/problem.ts'

/** Consequences of a failed call for its items and their job. */
export type Meaning = {
  items: 'waiting' | 'refused' | 'unknown'
  /**
   * How the job continues: `pause` until a user intervenes, `later` after a delay, `away` until the server is
   * available.
   */
  job: 'goes on' | 'later' | 'away' | 'pause'
}

const accountDisabled: KnownCode = '10006'

const ofPerson = new Set(['SIGNED_OUT', 'CONFIRM_IDENTITY', 'NOT_CONFIRMED'])

/** Whether the proxy denied permission, as opposed to a server. */
const isRightLost = ({ code, service }: Problem) => code === 'FORBIDDEN' && service === 'session'

export function meaningOf(problem: Problem, isOfMany: boolean): Meaning {
  if (problem.status === 429) return { items: 'waiting', job: 'later' }
  if (isAway(problem)) return { items: 'waiting', job: 'away' }
  if (ofPerson.has(problem.code) || isRightLost(problem)) return { items: 'waiting', job: 'pause' }
  if (wasNeverSent(problem)) {
    // A 403 for a single item may not apply to the next; for several items, all were rejected.
    const isOfItem = problem.status === 403 && !isOfMany
    return isOfItem ? { items: 'refused', job: 'goes on' } : { items: 'waiting', job: 'pause' }
  }
  if (mayBeDone(problem)) return { items: 'unknown', job: 'later' }
  return { items: 'refused', job: isOfMany ? 'pause' : 'goes on' }
}

/** The reason shown for a paused job. */
export function pausedBy(problem: Problem, name: string): { why_code: string; why_message: string } {
  const why_code = isRightLost(problem) ? 'RIGHT_LOST' : problem.code
  if (why_code === 'SIGNED_OUT') return { why_code, why_message: signInLost(problem, name, 'job') }
  if (why_code === 'RIGHT_LOST')
    return { why_code, why_message: `${problem.message}. The job resumes when ${name} has it and signs in again.` }
  return { why_code, why_message: `${problem.message}${/[.!?]$/.test(problem.message) ? '' : '.'} ${problem.next}` }
}

/** The reason shown for a job or schedule whose owner is signed out, and what resumes it. */
export const signInLost = ({ raw }: Problem, name: string, what: 'job' | 'schedule') =>
  isJsonObject(raw) && raw.error_code === accountDisabled
    ? `The account of ${name} is disabled. The ${what} resumes when it is enabled and they sign in again.`
    : `The sign-in of ${name} is no longer valid. The ${what} resumes when they sign in again.`

/** Reasons after which a job resumes automatically: a sign-in of its owner, or its server being available. */
export const awaitsSignIn = ['SIGNED_OUT', 'RIGHT_LOST'] as const
export const serverAway = 'SERVER_AWAY'

export const pausedUntilBack = ({ message }: Problem) => ({
  why_code: serverAway,
  why_message: `${message}. The job resumes when it can be reached again.`,
})
