import { type InputEvent, type SubmitEvent, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldErrors } from './Form.tsx'

/**
 * A form that the browser keeps, checked by a schema when it is sent. What is typed here, a password above all, never
 * becomes state of the page.
 */
export function useCheckedForm<S extends z.ZodMiniType>(
  schema: S,
  send: (values: z.output<S>, form: HTMLFormElement) => Promise<unknown>,
) {
  const [errors, setErrors] = useState<FieldErrors>({})
  // Not a transition: those of a page end together, and one may be waiting for this very form.
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

/** The first thing that is wrong with each field. An operation says what a value “is not”: the end of a sentence. */
const messagesOf = ({ issues }: z.core.$ZodError): FieldErrors =>
  Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0]), message.replace(/^(?=is )/, 'This ')]),
  )

/** As they stand on the page: a schema may find what is wrong in another order. */
function focusFirst(form: HTMLFormElement, wrong: FieldErrors) {
  const field = [...form.elements].find((element) => nameOf(element) in wrong)
  if (field instanceof HTMLElement) field.focus()
}

const nameOf = (element: Element) => element.getAttribute('name') ?? ''

/** Empties one field and puts the keyboard there, for another try. */
export function retype(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.value = ''
  field.focus()
}
