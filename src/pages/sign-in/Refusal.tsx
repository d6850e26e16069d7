import type { Problem } from '#contract/problem.ts'
import { FormError } from '#ui/FormError.tsx'
import { waitText } from './refusal.ts'

type Props = { problem: Problem | undefined; secondsLeft: number }

/** The refusal in the server's words, what to do next, and the wait as it passes. */
export function Refusal({ problem, secondsLeft }: Props) {
  if (!problem) return null
  if (problem.retryAfterSeconds === undefined) return <FormError title={problem.message}>{problem.next}</FormError>
  return (
    <FormError title={problem.message}>
      {secondsLeft === 0 ? (
        'You can try again now.'
      ) : (
        <>
          Try again in{' '}
          <span role="timer" aria-live="off">
            {waitText(secondsLeft)}
          </span>
          .
        </>
      )}
    </FormError>
  )
}
