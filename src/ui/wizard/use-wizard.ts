import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import { dropDraft, dropSent, markSent, onDraft, readDraft, wasSent, writeDraft } from './wizard-draft.ts'
import type { Advice, FormProblem, Step } from './wizard.ts'

export type WizardForm<Form extends FieldValues, Result> = {
  /** Storage key of the draft, from the wizard and the subject. */
  draft: string
  schema: z.ZodMiniType<Form, Form>
  initial: Form
  steps: readonly Step<Form>[]
  /** Fields that are excluded from drafts. */
  secrets?: readonly (keyof Form & string)[]
  /** Validation messages for the current form values; errors block the step of their field. */
  advice?: (form: Form) => readonly Advice[]
  submit: (form: Form) => Promise<Result>
  problemOf: (error: unknown) => FormProblem
}

const reviewStep = 'review'
const draftAfterMs = 300
const noFields: readonly never[] = []

/** State of a wizard: form values, current step, validation messages, and the result. */
export function useWizard<Form extends FieldValues, Result>(settings: WizardForm<Form, Result>) {
  const { draft, schema, initial, steps, secrets = noFields, advice, submit, problemOf } = settings
  const [restored, setRestored] = useState(() => readDraft(draft))
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    mode: 'onChange', // with validation on blur, an error message that disappears would move the button during a click
    defaultValues: { ...initial, ...restored } as DefaultValues<Form>,
  })
  const values = useWatch({ control: form.control }) as Form
  const said = useMemo(() => advice?.(values) ?? [], [advice, values])
  const wrong = useMemo(() => wrongFields(schema, values, said), [schema, values, said])
  const [done, setDone] = useState<{ result: Result; form: Form }>()
  const { isDirty } = form.formState
  useDraft({ draft, values, secrets, keeps: isDirty && !done })

  const firstOpen = steps.findIndex(({ fields }) => fields.some((field) => wrong.has(field)))
  const { current, go: goTo } = useStep([...steps.map(({ id }) => id), reviewStep], firstOpen)
  const [problem, setProblem] = useState<FormProblem>()
  const [pending, setPending] = useState(false)
  const [insists, setInsists] = useState(false)
  const [unanswered, setUnanswered] = useState(() => wasSent(draft))
  const step = steps[current]
  useArrivingDraft((name) => {
    const found = name === draft && !isDirty && !restored && !done ? readDraft(draft) : undefined
    if (!found) return
    setRestored(found)
    setUnanswered(wasSent(draft))
    form.reset({ ...initial, ...found })
  })

  const go = (index: number) => {
    setProblem(undefined)
    setInsists(false)
    goTo(index)
  }
  const next = async () => {
    const fields = (step?.fields ?? []) as unknown as Path<Form>[]
    if (!(await form.trigger(fields, { shouldFocus: true }))) return
    const stop = fields.find((field) => said.some((one) => one.level === 'error' && one.field === field))
    setInsists(stop !== undefined)
    if (stop) form.setFocus(stop)
    else go(current + 1)
  }
  const answered = (isSo: boolean) => {
    if (isSo) dropSent(draft)
    setUnanswered(!isSo)
  }
  const send = async () => {
    setProblem(undefined)
    setPending(true)
    const sent = form.getValues()
    if (isDirty) writeDraft(draft, sent, secrets) // a reload can come before the delayed write
    markSent(draft)
    try {
      const result = await submit(sent)
      dropDraft(draft)
      answered(true)
      setDone({ result, form: sent })
    } catch (error) {
      const why = problemOf(error)
      answered(!why.unsure)
      setProblem(why)
    } finally {
      setPending(false)
    }
  }
  const startAgain = () => {
    dropDraft(draft)
    answered(true)
    setRestored(undefined)
    form.reset(initial)
    setDone(undefined)
    go(0)
  }
  const forward = () => void (step ? next() : send())
  return {
    form,
    values,
    said,
    insists,
    restored: restored !== undefined,
    current,
    step,
    go,
    forward,
    problem,
    unanswered,
    pending,
    done,
    startAgain,
  }
}

/**
 * Keeps the current step in the URL, so that a reload restores it. Steps after the first invalid one cannot be opened.
 */
function useStep(ids: readonly string[], firstOpen: number) {
  const [address, setAddress] = useSearchParams()
  const wanted = Math.max(0, ids.indexOf(address.get('step') ?? ''))
  const allowed = Math.min(wanted, firstOpen === -1 ? ids.length - 1 : firstOpen)
  // After a return to a step for a password, the wizard advances only on Next, not as soon as the field becomes valid.
  const [landed, setLanded] = useState(allowed)
  const current = Math.min(allowed, landed)
  const go = (index: number) => {
    setLanded(ids.length)
    setAddress((now) => {
      now.set('step', ids[index] ?? '')
      return now
    })
  }
  return { current, go }
}

type Keeping = {
  draft: string
  values: Record<string, unknown>
  secrets: readonly string[]
  keeps: boolean
}
function useDraft({ draft, values, secrets, keeps }: Keeping) {
  // Writes the draft to the browser's storage after a pause in typing or when leaving the page.
  useEffect(() => {
    if (!keeps) return undefined
    const settled = new AbortController()
    const write = () => {
      settled.abort() // prevents writing the draft again on page exit after it was deleted on sign-out
      writeDraft(draft, values, secrets)
    }
    const timer = setTimeout(write, draftAfterMs)
    window.addEventListener('pagehide', write, { signal: settled.signal })
    return () => {
      clearTimeout(timer)
      settled.abort()
    }
  }, [draft, keeps, secrets, values])
}

/** Applies a draft that was synchronized from another browser, unless the user has already entered something here. */
function useArrivingDraft(take: (name: string) => void) {
  const arrives = useEffectEvent(take)
  // The browser's storage.
  useEffect(() => onDraft(arrives), [])
}

function wrongFields<Form>(
  schema: z.ZodMiniType<Form, Form>,
  values: Form,
  said: readonly Advice[],
): ReadonlySet<string> {
  const result = schema.safeParse(values)
  const malformed = result.success ? [] : result.error.issues.map(({ path }) => String(path[0]))
  return new Set([...malformed, ...said.flatMap(({ level, field }) => (level === 'error' && field ? [field] : []))])
}
