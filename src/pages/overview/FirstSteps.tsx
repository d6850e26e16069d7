import * as z from 'zod/mini'
import { useTableKey } from '#api/may.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { Button } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { useStored } from '#ui/table/state/stored.ts'
import { areLeft, type FirstStep, type StepState, useFirstSteps } from './first-steps.ts'
import classes from './FirstSteps.module.css'

const badges: Record<StepState, { tone: Tone; text: string }> = {
  done: { tone: 'ok', text: 'Done' },
  'to do': { tone: 'info', text: 'To do' },
  optional: { tone: 'muted', text: 'Optional' },
  'not reported': { tone: 'muted', text: 'Unknown' },
  'not allowed': { tone: 'muted', text: 'Unknown' },
}

/** Remaining set-up steps of an installation without demo data; hidden when complete or dismissed. */
export function FirstSteps() {
  const [dismissed, setDismissed] = useStored(useTableKey('first-steps'), z.boolean(), false)
  return dismissed ? null : <StepsLeft onDismiss={() => setDismissed(true)} />
}

function StepsLeft({ onDismiss }: { onDismiss: () => void }) {
  const steps = useFirstSteps()
  if (!steps || !areLeft(steps)) return null
  return (
    <Panel
      title="First steps"
      aside="Steps to set up this installation"
      actions={
        <Button variant="default" size="xs" aria-label="Dismiss first steps" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <ol className={classes.steps} aria-label="First steps">
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ol>
    </Panel>
  )
}

function Step({ title, state, words, action, to, needs }: FirstStep) {
  const { tone, text } = badges[state]
  const isOpen = state === 'to do' || state === 'optional'
  return (
    <li className={classes.step}>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.why}>
          {words}
          {isOpen && needs && ` An account with ${needs} can complete this step.`}
        </span>
      </div>
      {isOpen && !needs && (
        <ActionLink to={to} size="xs" variant={state === 'to do' ? 'filled' : 'default'}>
          {action}
        </ActionLink>
      )}
    </li>
  )
}
