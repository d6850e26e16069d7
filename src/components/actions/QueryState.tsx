import type { ComponentProps } from 'react'
import { Loading } from '#ui/feedback/Loading.tsx'
import { QueryProblem } from './QueryProblem.tsx'

type Props = ComponentProps<typeof QueryProblem> & {
  /** Whether the response is pending. */
  waiting: boolean
  /** Approximate number of lines of the response, for the placeholder. */
  lines?: number
}

/** Error or loading state of a query, in place of its data or above older data. */
export function QueryState({ error, refetch, waiting, lines }: Props) {
  if (error) return <QueryProblem error={error} refetch={refetch} />
  return waiting && <Loading lines={lines} />
}
