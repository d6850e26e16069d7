import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Card, Group, Stack, Title } from '@mantine/core'
import { type ComponentType, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type * as z from 'zod'
import { AdviceContext } from './FormFields.tsx'
import { Notice } from './Notice.tsx'
import { ProblemPanel } from './ProblemPanel.tsx'
import { dropDraft, readDraft, writeDraft } from './wizard-draft.ts'
import classes from './Wizard.module.css'
import type { Advice, DoneProps, FormProblem, ReviewItem, Step } from './wizard.ts'
import { Review } from './WizardReview.tsx'
import { StepList } from './WizardSteps.tsx'

type Props<Form extends FieldValues, Result> = {
  /** Names the draft: the wizard, and whose it is. */
  draft: string
  schema: z.ZodType<Form, Form>
  initial: Form
  steps: readonly Step<Form>[]
  /** Fields that no draft keeps. */
  secrets?: readonly (keyof Form & string)[]
  /** What the rules say about the form as it is; an error stops at the step of its field. */
  advice?: (form: Form) => readonly Advice[]
  /** The same by hand: shown, never run. */
  command?: (form: Form) => string
  review: (form: Form) => readonly ReviewItem[]
  /** What the last button does: `Create the request`. */
  action: string
  submit: (form: Form) => Promise<Result>
  problemOf: (error: unknown) => FormProblem
  Done: ComponentType<DoneProps<Form, Result>>
}

const reviewStep = 'review'
const draftAfterMs = 300

/**
 * Steps, then a review of exactly what will be sent, then what became of it. Each step checks its own fields as they
 * are typed; what was typed survives back, reload, an ended session and a restart, without its secrets.
 */
export function Wizard<Form extends FieldValues, Result>(props: Props<Form, Result>) {
  const { draft, schema, initial, steps, secrets = noFields, advice, command, action, submit, problemOf, Done } = props
  const [address, setAddress] = useSearchParams()
  const [restored] = useState(() => readDraft(draft))
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    mode: 'onChange', // a message that goes with the blur moves the button away under the pointer
    defaultValues: { ...initial, ...restored } as DefaultValues<Form>,
  })
  const values = useWatch({ control: form.control }) as Form
  const { isDirty } = form.formState
  const said = useMemo(() => advice?.(values) ?? [], [advice, values])
  const [problem, setProblem] = useState<FormProblem>()
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState<{ result: Result; form: Form }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()

  // The browser's storage, once the person pauses.
  useEffect(() => {
    if (done || !isDirty) return undefined
    const timer = setTimeout(() => writeDraft(draft, values, secrets), draftAfterMs)
    return () => clearTimeout(timer)
  }, [done, draft, isDirty, secrets, values])

  const ids = [...steps.map(({ id }) => id), reviewStep]
  const wanted = Math.max(0, ids.indexOf(address.get('step') ?? ''))
  const firstOpen = steps.findIndex(({ fields }) => !areFilled(schema, values, said, fields))
  const current = Math.min(wanted, firstOpen === -1 ? steps.length : firstOpen)
  const step = steps[current]

  const go = (index: number) => {
    setProblem(undefined)
    setAddress((now) => {
      now.set('step', ids[index] ?? ids[0] ?? '')
      return now
    })
    requestAnimationFrame(() => heading.current?.focus())
  }
  const next = async () => {
    const fields = (step?.fields ?? []) as unknown as Path<Form>[]
    if (!(await form.trigger(fields, { shouldFocus: true }))) return
    const stop = said.find(({ level, field }) => level === 'error' && field && fields.includes(field as Path<Form>))
    if (stop?.field) return form.setFocus(stop.field as Path<Form>)
    go(current + 1)
  }
  const send = async () => {
    setProblem(undefined)
    setPending(true)
    try {
      const sent = form.getValues()
      const result = await submit(sent)
      dropDraft(draft)
      setDone({ result, form: sent })
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setPending(false)
    }
  }
  const startAgain = () => {
    dropDraft(draft)
    form.reset(initial)
    setDone(undefined)
    go(0)
  }

  if (done) return <Done {...done} startAgain={startAgain} />
  const place = steps.findIndex(({ fields }) => problem?.field && fields.includes(problem.field))
  return (
    <FormProvider {...form}>
      <AdviceContext value={said}>
        <div className={classes.wizard}>
          <StepList labels={[...steps.map(({ label }) => label), 'Review']} current={current} onGo={go} />
          <form
            noValidate
            aria-labelledby={headingId}
            onSubmit={(event) => {
              event.preventDefault()
              void (step ? next() : send())
            }}
          >
            <Card withBorder p="lg">
              <Stack gap="md">
                <Title order={2} size="h3" id={headingId} ref={heading} tabIndex={-1}>
                  {step?.label ?? 'Review'}
                </Title>
                {restored && current === 0 && <Restored secrets={secrets.length > 0} onDiscard={startAgain} />}
                {said
                  .filter(({ field, level }) => !field && (level !== 'error' || !step))
                  .map(({ level, text, why, next: way }) => (
                    <Notice
                      key={text}
                      tone={level === 'note' ? 'info' : level === 'error' ? 'bad' : 'warn'}
                      title={text}
                    >
                      {why && <span>{why}</span>}
                      {way && <span>{way}</span>}
                    </Notice>
                  ))}
                {step ? (
                  <step.Body />
                ) : (
                  <Review items={props.review(values)} command={command?.(values)} onGo={(id) => go(ids.indexOf(id))} />
                )}
                {problem && <ProblemPanel problem={problem} />}
                {problem && place >= 0 && (
                  <Button variant="default" w="fit-content" onClick={() => go(place)}>
                    Go to “{steps[place]?.label}”
                  </Button>
                )}
              </Stack>
            </Card>
            <Group justify="space-between" mt="md">
              <Button variant="default" disabled={current === 0} onClick={() => go(current - 1)}>
                Back
              </Button>
              <Button type="submit" loading={pending} disabled={!step && said.some(({ level }) => level === 'error')}>
                {step ? 'Next' : action}
              </Button>
            </Group>
          </form>
        </div>
      </AdviceContext>
    </FormProvider>
  )
}

const noFields: readonly never[] = []

/** Nobody gets past a step that is not right, not even by the address. */
function areFilled<Form>(
  schema: z.ZodType<Form, Form>,
  values: Form,
  said: readonly Advice[],
  fields: readonly string[],
) {
  const result = schema.safeParse(values)
  const wrong = result.success ? [] : result.error.issues.map(({ path }) => String(path[0]))
  const stopped = said.flatMap(({ level, field }) => (level === 'error' && field ? [field] : []))
  return !fields.some((field) => wrong.includes(field) || stopped.includes(field))
}

function Restored({ secrets, onDiscard }: { secrets: boolean; onDiscard: () => void }) {
  return (
    <Notice tone="info" title="You have begun this before: what you typed is here again.">
      {secrets && <span>Passwords are never kept: enter them again.</span>}
      <Button size="xs" variant="default" onClick={onDiscard}>
        Discard it and start afresh
      </Button>
    </Notice>
  )
}
