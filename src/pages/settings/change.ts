import { useState } from 'react'
import { call } from '#api/call.ts'
import { invalidate } from '#api/mutation.ts'
import { problemOf } from '#api/problem-of.ts'
import type { Input, Output, Row } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'

/** Call a row that changes something. Not a mutation: its cache would keep the keys that are sent and answered. */
export async function change<R extends Row>(row: R, input: Input<R>): Promise<Output<R>> {
  const output = await call(row, input)
  await invalidate(row.changes ?? [])
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
  const attempt = (work: () => Promise<void>) => void attempted(work)
  return { problem, pending, attempt, attempted }
}
