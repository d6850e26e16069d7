import type { Problem } from '#contract/problem.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { waitText } from './refusal.ts'

type Props = {
  problem: Problem | undefined
  secondsLeft: number
  /** Mentions that browsers in which the user has signed in before are not affected by the wait. */
  elsewhere?: boolean
}

/** Error message of the server, next step, and a countdown of the wait time. */
export function Refusal({ problem, secondsLeft, elsewhere = false }: Props) {
  if (!problem) return null
  return (
    <Notice tone="bad" title={problem.message} urgent>
      <span>
        {problem.retryAfterSeconds === undefined ? (
          problem.next
        ) : (
          <Wait secondsLeft={secondsLeft} elsewhere={elsewhere} />
        )}
      </span>
    </Notice>
  )
}

function Wait({ secondsLeft, elsewhere }: Pick<Props, 'secondsLeft' | 'elsewhere'>) {
  if (secondsLeft === 0) return 'You can try again now.'
  return (
    <>
      Try again in{' '}
      <span role="timer" aria-live="off">
        {waitText(secondsLeft)}
      </span>
      {elsewhere && ', or use a browser that you have signed in with before'}.
    </>
  )
}
