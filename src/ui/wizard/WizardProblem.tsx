import { Button, Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { focusOn } from '#ui/keyboard/focus-on.ts'
import type { FormProblem } from './wizard.ts'

type Props = {
  problem: FormProblem
  /** Label of the step with the invalid field, if the error names one. */
  place: string | undefined
  onPlace: () => void
}

/** Error after submission. Gets the focus, which the submit button lost when it was disabled. */
export function WizardProblem({ problem, place, onPlace }: Props) {
  return (
    <Stack gap="md" ref={focusOn} tabIndex={-1}>
      <ProblemPanel problem={problem} />
      {place !== undefined && (
        <Button variant="default" w="fit-content" onClick={onPlace}>
          Go to “{place}”
        </Button>
      )}
    </Stack>
  )
}

type UnansweredProps = {
  /** States where the result can be found. */
  where: ReactNode
  looked: boolean
  onLooked: (looked: boolean) => void
}

/**
 * Shown after a request whose outcome is unknown, with or without a response: sending it again needs a confirmation.
 */
export function Unanswered({ where, looked, onLooked }: UnansweredProps) {
  return (
    <Notice tone="warn" title="The request may have been completed">
      <span>The request was sent, but its completion was not confirmed. Sending it again may repeat it.</span>
      <span>{where} Your input is kept, except passwords.</span>
      <Checkbox
        label="I have checked that it was not completed"
        checked={looked}
        onChange={({ currentTarget }) => onLooked(currentTarget.checked)}
      />
    </Notice>
  )
}
