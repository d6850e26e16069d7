import { useState } from 'react'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import { call } from './call.ts'
import { invalidate } from './mutation.ts'
import { problemOf } from './problem-of.ts'

/**
 * Call a row that changes something; what depends on it is fetched again before it counts as done. Not a mutation: its
 * cache would keep the secrets that are sent and answered.
 */
export async function change<R extends Endpoint>(endpoint: R, input: Input<R>): Promise<Output<R>> {
  const output = await call(endpoint, input)
  await invalidate(endpoint.changes ?? [])
  return output
}

/** Something that is tried when a button is pressed, and why it was not done. */
export function useAttempt() {
  const [problem, setProblem] = useState<Problem>()
  // Not a transition: those of a page end together, and one may wait for the person to confirm who they are.
  const [pending, setPending] = useState(false)
  const attempted = async (work: () => Promise<void>) => {
    setProblem(undefined)
    setPending(true)
    try {
      await work()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setPending(false)
    }
  }
  return { problem, pending, attempt: (work: () => Promise<void>) => void attempted(work), attempted }
}
