import { Link } from 'react-router'
import { mayBeDone } from '#contract/http/may-be-done.ts'
import type { Problem } from '#contract/problem.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Anchor, Text } from '#ui/layout/layout.ts'

type Props = { problem: Problem; deviceId: string }

/** Error after sending an action. Canceled re-authentication is not an error. */
export function NotSent({ problem, deviceId }: Props) {
  if (problem.code === 'NOT_CONFIRMED') {
    return (
      <Text component="output" size="sm">
        Nothing was sent: {problem.message.toLowerCase()}. {problem.next}
      </Text>
    )
  }
  // Without an endpoint, the browser sent nothing.
  const isUnsure = problem.endpoint !== undefined && mayBeDone(problem)
  return (
    <>
      <ProblemPanel problem={problem} />
      {isUnsure && (
        <Text size="sm">
          The{' '}
          <Anchor component={Link} to={paths.deviceCommands(deviceId)} inherit underline="always">
            command history
          </Anchor>{' '}
          shows whether the command was sent.
        </Text>
      )}
    </>
  )
}
