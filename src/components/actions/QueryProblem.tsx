import { problemOf } from '#api/problem.ts'
import { SaidNotOffered } from '#components/offered/PartProblem.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'

type Props = {
  /** What was thrown; nothing is shown while there is none. */
  error: unknown
  /** Asks again. */
  refetch?: () => unknown
}

/** Why a query or a change has failed, with a way to try again. */
export function QueryProblem({ error, refetch }: Props) {
  if (error === null || error === undefined) return null
  const problem = problemOf(error)
  if (problem.code === 'NOT_OFFERED') return <SaidNotOffered said={problem.message} />
  return <ProblemPanel problem={problem} onRetry={refetch && (() => void refetch())} />
}
