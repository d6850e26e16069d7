import { useQuery } from '@tanstack/react-query'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import { PartProblem } from './PartProblem.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'

type Props<L extends Endpoint> = {
  error: Error
  of: Endpoint
  /** Endpoint of the list: if the server does not have it either, the operation is missing and not the object. */
  list: L
  onRetry: () => unknown
}

/** Why an object cannot be shown: it does not exist, or its server does not offer the operation. */
export function OneProblem<L extends Endpoint>({ error, of: endpoint, list, onRetry }: Props<L>) {
  const problem = problemOf(error)
  const isOpen = isNotOffered(problem) && problem.code !== 'NOT_OFFERED'
  const listed = useQuery({ ...query(list, { limit: 1 } as Input<L>), enabled: isOpen })
  if (isOpen && listed.isLoading) return <Loading />
  const isMissing = isOpen ? listed.error !== null && isNotOffered(problemOf(listed.error)) : isNotOffered(problem)
  return isMissing ? (
    <PartProblem error={error} of={endpoint} onRetry={onRetry} />
  ) : (
    <QueryProblem error={error} refetch={onRetry} />
  )
}
