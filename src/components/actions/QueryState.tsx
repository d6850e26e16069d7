import type { ComponentProps } from 'react'
import { Loading } from '#ui/feedback/Loading.tsx'
import { QueryProblem } from './QueryProblem.tsx'

type Props = ComponentProps<typeof QueryProblem> & {
  /** There is no answer yet. */
  waiting: boolean
  /** How many lines the answer will have, roughly. */
  lines?: number
}

/** In place of an answer, or above an older one: why it failed, or that it is on its way. */
export function QueryState({ error, refetch, waiting, lines }: Props) {
  if (error) return <QueryProblem error={error} refetch={refetch} />
  return waiting && <Loading lines={lines} />
}
