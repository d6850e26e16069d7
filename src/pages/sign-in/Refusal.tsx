import type { Problem } from '#contract/problem.ts'
import { Notice } from '#ui/Notice.tsx'
import { waitText } from './refusal.ts'

type Props = { problem: Problem | undefined; secondsLeft: number }

/** The refusal in the server's words, what to do next, and the wait as it passes. */
export function Refusal({ problem, secondsLeft }: Props) {
  if (!problem) return null
  return (
    <Notice tone="bad" title={problem.message} urgent>
      <span>{problem.retryAfterSeconds === undefined ? problem.next : <Wait secondsLeft={secondsLeft} />}</span>
    </Notice>
  )
}

function Wait({ secondsLeft }: { secondsLeft: number }) {
  if (secondsLeft === 0) return 'You can try again now.'
  return (
    <>
      Try again in{' '}
      <span role="timer" aria-live="off">
        {waitText(secondsLeft)}
      </span>
      .
    </>
  )
}
