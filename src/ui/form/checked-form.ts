import { type InputEvent, type SubmitEvent, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldErrors } from './Form.tsx'

/**
 * An uncontrolled form, validated by a schema on submission. Input, passwords in particular, is never stored in React
 * state.
 */
export function useCheckedForm<S extends z.ZodMiniType>(
  schema: S,
  send: (values: z.output<S>, form: HTMLFormElement) => Promise<unknown>,
) {
  const [errors, setErrors] = useState<FieldErrors>({})
  // Not a transition: React completes pending transitions together, and one of them may depend on this form.
  const [pending, setPending] = useState(false)

  const sendOnce = async (values: z.output<S>, form: HTMLFormElement) => {
    if (pending) return
    setPending(true)
    await send(values, form).finally(() => setPending(false))
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entered = schema.safeParse(Object.fromEntries(new FormData(form)))
    const wrong = entered.success ? {} : messagesOf(entered.error)
    setErrors(wrong)
    if (entered.success) void sendOnce(entered.data, form)
    else focusFirst(form, wrong)
  }
  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    const typedIn = target instanceof Element ? nameOf(target) : ''
    if (typedIn in errors) setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => name !== typedIn)))
  }
  return { pending, formProps: { errors, onSubmit, onInput } }
}

/**
 * The first error message of each field. Messages of an operation start with “is not” and are completed to a sentence.
 */
const messagesOf = ({ issues }: z.core.$ZodError): FieldErrors =>
  Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0]), message.replace(/^(?=is )/, 'This ')]),
  )

/** Focuses the first invalid field in document order; a schema may report errors in another order. */
function focusFirst(form: HTMLFormElement, wrong: FieldErrors) {
  const field = [...form.elements].find((element) => nameOf(element) in wrong)
  if (field instanceof HTMLElement) field.focus()
}

const nameOf = (element: Element) => element.getAttribute('name') ?? ''

/** Clears a field and focuses it for another attempt. */
export function retype(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.value = ''
  field.focus()
}
