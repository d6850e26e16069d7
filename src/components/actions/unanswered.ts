import { problemOf } from '#api/problem.ts'
import { isNotOffered } from '#components/offered/not-offered.ts'

/** What was asked for, and of all that it took, what came of it. */
export type Question = {
  what: string
  asked: readonly { error: Error | null; refetch: () => Promise<unknown> }[]
}

export type Unanswered = {
  /** What cannot be had for this reason. */
  whats: string[]
  /** The reason; that the console is away, its frame says. */
  why: string | undefined
  askAgain: () => void
}

/**
 * What nobody knows now, by its cause: a server that is away fails every question about it, and that is told once. What
 * a server does not offer is no failure.
 */
export function unanswered(questions: readonly Question[]): { failed: Unanswered[]; notOffered: string[] } {
  const open = questions.flatMap(({ what, asked }) => {
    const problems = asked.flatMap(({ error, refetch }) => (error ? [{ problem: problemOf(error), refetch }] : []))
    const [first] = problems
    return first && first.problem.code !== 'NOT_CONNECTED' ? [{ what, problem: first.problem, problems }] : []
  })
  const failed = open.filter(({ problem }) => !isNotOffered(problem))
  return {
    failed: [...Map.groupBy(failed, ({ problem: { message } }) => message)].map(([message, these]) => ({
      whats: [...new Set(these.map(({ what }) => what))],
      why: these.some(({ problem: { code } }) => code === 'OFFLINE') ? undefined : message,
      askAgain: () => {
        for (const { refetch } of these.flatMap(({ problems }) => problems)) void refetch()
      },
    })),
    notOffered: open.flatMap(({ what, problem }) => (isNotOffered(problem) ? [what] : [])),
  }
}
