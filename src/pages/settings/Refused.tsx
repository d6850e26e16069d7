import type { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Text } from '#ui/layout/layout.ts'

/** Error of an action. Canceled re-authentication is not shown as an error. */
export function Refused({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null
  if (problem.code !== 'NOT_CONFIRMED') return <ProblemPanel problem={problem} />
  return (
    <Text component="output" size="sm" c="dimmed">
      No changes made: {problem.message.toLowerCase()}. {problem.next}
    </Text>
  )
}
