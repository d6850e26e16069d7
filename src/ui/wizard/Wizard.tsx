import { Button, Card, Group, Stack, Title } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Notice } from '#ui/feedback/Notice.tsx'
import { AdviceContext } from '#ui/form/FormFields.tsx'
import { useWizard, type WizardForm } from './use-wizard.ts'
import classes from './Wizard.module.css'
import type { Advice, DoneProps, ReviewItem } from './wizard.ts'
import { Unanswered, WizardProblem } from './WizardProblem.tsx'
import { Review } from './WizardReview.tsx'
import { StepList } from './WizardSteps.tsx'

type Props<Form extends FieldValues, Result> = WizardForm<Form, Result> & {
  /** Equivalent command: displayed, never run. */
  command?: ((form: Form) => string) | undefined
  /** The exact request, with secrets masked. */
  sent?: (form: Form) => string
  review: (form: Form) => readonly ReviewItem[]
  /** Label of the submit button, such as `Create the request`. */
  action: string
  /** Shown with a restored draft: names the input that drafts exclude, such as `Enter the password again.` */
  retype?: string
  /** Link to the page where the user can check whether a request without a response was completed. */
  look: (form: Form) => ReactNode
  Done: ComponentType<DoneProps<Form, Result>>
}

/**
 * Form in several steps, followed by a review of the exact request and by the result. Each step validates its own
 * fields during input. Input except secrets is preserved on Back, reload, session expiry and browser restart.
 */
export function Wizard<Form extends FieldValues, Result>(props: Props<Form, Result>) {
  const { steps, command, sent, review, action, retype, look, Done } = props
  const wizard = useWizard(props)
  const { form, values, said, current, step, go, problem } = wizard
  const [landed] = useState(current)
  const place = steps.findIndex(({ fields }) => problem?.field && fields.includes(problem.field))
  const [looked, setLooked] = useState(false)
  const asksToLook = !step && wizard.unanswered && !wizard.pending
  const stopped = !step && (said.some(({ level }) => level === 'error') || (asksToLook && !looked))
  const forward = () => {
    setLooked(false)
    wizard.forward()
  }
  if (wizard.done) return <Done {...wizard.done} startAgain={wizard.startAgain} />
  return (
    <FormProvider {...form}>
      <AdviceContext value={{ said, insists: wizard.insists }}>
        <div className={classes.wizard}>
          <StepList labels={[...steps.map(({ label }) => label), 'Review']} current={current} onGo={go} />
          <StepForm
            label={step?.label ?? 'Review'}
            onForward={forward}
            onBack={current === 0 ? undefined : () => go(current - 1)}
            action={step ? 'Next' : action}
            pending={wizard.pending}
            stopped={stopped}
          >
            {wizard.restored && [0, landed].includes(current) && (
              <Restored retype={retype} onDiscard={wizard.startAgain} />
            )}
            <GeneralAdvice said={said} all={!step} />
            {step ? (
              <step.Body />
            ) : (
              <Review
                items={review(values)}
                command={command?.(values)}
                sent={sent?.(values)}
                onGo={(id) => go(steps.findIndex((one) => one.id === id))}
              />
            )}
            {problem && <WizardProblem problem={problem} place={steps[place]?.label} onPlace={() => go(place)} />}
            {asksToLook && <Unanswered where={look(values)} looked={looked} onLooked={setLooked} />}
          </StepForm>
        </div>
      </AdviceContext>
    </FormProvider>
  )
}

type StepFormProps = {
  label: string
  onForward: () => void
  onBack: (() => void) | undefined
  action: string
  pending: boolean
  stopped: boolean
  children: ReactNode
}

/** The form of one step. Its heading gets the focus when the step changes, so that screen readers announce the step. */
function StepForm({ label, onForward, onBack, action, pending, stopped, children }: StepFormProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(label)
  // The document's focus: moves to the heading of a new step, and does not move on the first render.
  useEffect(() => {
    if (shown.current !== label) heading.current?.focus()
    shown.current = label
  }, [label])
  return (
    <form
      noValidate
      aria-labelledby={headingId}
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending && !stopped) onForward()
      }}
    >
      <Card withBorder p="lg">
        <Stack gap="md">
          <Title order={2} fz="1.125rem" id={headingId} ref={heading} tabIndex={-1}>
            {label}
          </Title>
          {children}
        </Stack>
      </Card>
      <Group justify="space-between" mt="md">
        <Button variant="default" disabled={!onBack} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={pending} disabled={stopped}>
          {action}
        </Button>
      </Group>
    </form>
  )
}

/** Messages without a field. The review also shows errors of fields, which input in a later step can cause. */
function GeneralAdvice({ said, all }: { said: readonly Advice[]; all: boolean }) {
  return said
    .filter(({ field, level }) => !field || (all && level !== 'note'))
    .map(({ level, text, why, next }) => (
      <Notice key={text} tone={level === 'note' ? 'info' : level === 'error' ? 'bad' : 'warn'} title={text}>
        {why && <span>{why}</span>}
        {next && <span>{next}</span>}
      </Notice>
    ))
}

function Restored({ retype, onDiscard }: { retype: string | undefined; onDiscard: () => void }) {
  return (
    <Notice tone="info" title="A saved draft was restored.">
      {retype && <span>{retype}</span>}
      <Button size="xs" variant="default" onClick={onDiscard}>
        Discard draft
      </Button>
    </Notice>
  )
}
