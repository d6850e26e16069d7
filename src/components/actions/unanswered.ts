import { problemOf } from '#api/problem.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'

/** A kind of data, and the requests that it needs. */
export type Question = {
  what: string
  asked: readonly { error: Error | null; refetch: () => Promise<unknown>; isIgnored?: boolean }[]
}

export type Unanswered = {
  /** Kinds of data that could not be loaded for this reason. */
  whats: string[]
  /** Error message; undefined if the console server is unreachable, which the application shell already states. */
  why: string | undefined
  askAgain: () => void
  /** Whether another request would not change it. */
  isLasting?: boolean
}

/**
 * Groups failed requests by error message: an unreachable server fails all requests for its data, which should be
 * stated once. Operations that a server does not offer are not failures and are returned separately.
 */
export function unanswered(questions: readonly Question[]): { failed: Unanswered[]; notOffered: string[] } {
  const open = questions.flatMap(({ what, asked }) => {
    const problems = asked.flatMap(({ error, refetch, isIgnored = false }) =>
      error ? [{ problem: problemOf(error), refetch, isIgnored }] : [],
    )
    const [first] = problems
    return first && first.problem.code !== 'NOT_CONNECTED' ? [{ what, problem: first.problem, problems }] : []
  })
  const failed = open.filter(({ problem }) => !isNotOffered(problem))
  return {
    failed: [...Map.groupBy(failed, ({ problem: { message } }) => message)].map(([message, these]) => ({
      whats: [...new Set(these.map(({ what }) => what))],
      why: these.some(({ problem: { code } }) => code === 'OFFLINE') ? undefined : message,
      isLasting: these.every(({ problems }) => problems.every(({ isIgnored }) => isIgnored)),
      askAgain: () => {
        for (const { refetch } of these.flatMap(({ problems }) => problems)) void refetch()
      },
    })),
    notOffered: open.flatMap(({ what, problem }) => (isNotOffered(problem) ? [what] : [])),
  }
}
