import type { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Text } from '#ui/layout/layout.ts'

/** Why something was not done. That somebody would rather not confirm who they are is no reason for alarm. */
export function Refused({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null
  if (problem.code !== 'NOT_CONFIRMED') return <ProblemPanel problem={problem} />
  return (
    <Text component="output" size="sm" c="dimmed">
      No changes made: {problem.message.toLowerCase()}. {problem.next}
    </Text>
  )
}
