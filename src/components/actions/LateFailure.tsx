import { Portal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onLateFailure } from '#api/change.ts'
import type { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { ErrorRegistryContext } from '#ui/feedback/error-registry.ts'
import { Button, Text } from '#ui/layout/layout.ts'
import classes from './LateFailure.module.css'

/** What failed after its dialog was closed, or its page left: nobody takes it for done. The newest, until it is closed. */
export function LateFailure() {
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => onLateFailure(setProblem), []) // the calls of this tab
  if (!problem) return null
  return (
    <Portal>
      <section className={classes.place} aria-label="Failed in the background">
        <Text size="sm">
          Failed in the background: <strong>{problem.endpoint?.summary}</strong>
        </Text>
        {/* What the page below tells is of another call. */}
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
