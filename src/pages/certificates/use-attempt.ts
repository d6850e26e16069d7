import { useState } from 'react'
import { problemOf } from '#api/problem.ts'
import type { Problem } from '#contract/problem.ts'

/** Something that is tried when a button is pressed, and why it was not done. */
export function useAttempt() {
  const [problem, setProblem] = useState<Problem>()
  // Not a transition: those of a page end together, and one may wait for the person to confirm who they are.
  const [pending, setPending] = useState<string>()
  const attempt = async (name: string, work: () => Promise<void>) => {
    setProblem(undefined)
    setPending(name)
    try {
      await work()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setPending(undefined)
    }
  }
  return { problem, pending, attempt }
}
