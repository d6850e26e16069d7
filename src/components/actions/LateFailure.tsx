import { Portal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onLateFailure } from '#api/change.ts'
import type { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { ErrorRegistryContext } from '#ui/feedback/error-registry.ts'
import { Button, Text } from '#ui/layout/layout.ts'
import classes from './LateFailure.module.css'

/**
 * Shows the latest error of a request whose dialog was closed or whose page was left, until the user closes it. Without
 * it, users would assume success.
 */
export function LateFailure() {
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => onLateFailure(setProblem), []) // background failures of this tab
  if (!problem) return null
  return (
    <Portal>
      <section className={classes.place} aria-label="Failed in the background">
        <Text size="sm">
          Failed in the background: <strong>{problem.endpoint?.summary}</strong>
        </Text>
        {/* Errors displayed by the page belong to other requests and must not replace this one. */}
        <ErrorRegistryContext value={undefined}>
          <ProblemPanel problem={problem} />
        </ErrorRegistryContext>
        <Button size="xs" variant="default" onClick={() => setProblem(undefined)}>
          Close
        </Button>
      </section>
    </Portal>
  )
}
