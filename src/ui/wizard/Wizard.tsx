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
  /** Equivalent command: shown, never run. */
  command?: ((form: Form) => string) | undefined
  /** Word by word what is sent, secrets masked. */
  sent?: (form: Form) => string
  review: (form: Form) => readonly ReviewItem[]
  /** What the last button does: `Create the request`. */
  action: string
  /** What is not kept with the rest, in words: `Enter the password again.` */
  retype?: string
  /** Where to see whether it was done, when its answer got lost. */
  look: (form: Form) => ReactNode
  Done: ComponentType<DoneProps<Form, Result>>
}

/**
 * Steps, then a review of exactly what will be sent, then what became of it. Each step checks its own fields as they
 * are typed; what was typed survives back, reload, an ended session and a restart, without its secrets.
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

/** One step at a time; its heading takes the keyboard, so that a reader hears where one is. */
function StepForm({ label, onForward, onBack, action, pending, stopped, children }: StepFormProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(label)
  // The keyboard's place in the browser: it follows to a new step, and stays where it is on the first.
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

/** What no field shows. The review shows errors of fields as well: they may have come with another choice. */
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
