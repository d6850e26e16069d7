import { problemOf } from '#api/problem.ts'
import { OperationNotOffered } from '#components/offered/PartProblem.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'

type Props = {
  /** The error of a query or mutation; null or undefined renders nothing. */
  error: unknown
  /** Repeats the request. */
  refetch?: () => unknown
}

/** Error of a query or mutation, with a button for retrying. */
export function QueryProblem({ error, refetch }: Props) {
  if (error === null || error === undefined) return null
  const problem = problemOf(error)
  if (problem.code === 'NOT_OFFERED') return <OperationNotOffered said={problem.message} />
  return <ProblemPanel problem={problem} onRetry={refetch && (() => void refetch())} />
}
