import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import { dropDraft, dropSent, markSent, onDraft, readDraft, wasSent, writeDraft } from './wizard-draft.ts'
import type { Advice, FormProblem, Step } from './wizard.ts'

export type WizardForm<Form extends FieldValues, Result> = {
  /** Names the draft: the wizard, and whose it is. */
  draft: string
  schema: z.ZodMiniType<Form, Form>
  initial: Form
  steps: readonly Step<Form>[]
  /** Fields that no draft keeps. */
  secrets?: readonly (keyof Form & string)[]
  /** What the rules say about the form as it is; an error stops at the step of its field. */
  advice?: (form: Form) => readonly Advice[]
  submit: (form: Form) => Promise<Result>
  problemOf: (error: unknown) => FormProblem
}

const reviewStep = 'review'
const draftAfterMs = 300
const noFields: readonly never[] = []

/** What was typed, at which step one is, what the rules say, and what became of it. */
export function useWizard<Form extends FieldValues, Result>(settings: WizardForm<Form, Result>) {
  const { draft, schema, initial, steps, secrets = noFields, advice, submit, problemOf } = settings
  const [restored, setRestored] = useState(() => readDraft(draft))
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    mode: 'onChange', // a message that goes with the blur moves the button away under the pointer
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
    if (isDirty) writeDraft(draft, sent, secrets) // a reload may come before the pause that keeps it
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

/** Where one is stands in the address, so that a reload comes back; nobody gets past a step that is not right. */
function useStep(ids: readonly string[], firstOpen: number) {
  const [address, setAddress] = useSearchParams()
  const wanted = Math.max(0, ids.indexOf(address.get('step') ?? ''))
  const allowed = Math.min(wanted, firstOpen === -1 ? ids.length - 1 : firstOpen)
  // Led back for a password, one stays until one goes on: the last letter of it must not turn the page.
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
  // The browser's storage, once the person pauses or leaves the page.
  useEffect(() => {
    if (!keeps) return undefined
    const settled = new AbortController()
    const write = () => {
      settled.abort() // after a sign-out, leaving the page must not bring the draft back
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

/** What was typed in another browser may come while the page is shown; what somebody has begun here stays. */
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
