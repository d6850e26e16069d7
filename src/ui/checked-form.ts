import { type InputEvent, type SubmitEvent, useState } from 'react'
import type * as z from 'zod'

type Fields = Record<string, string>

/**
 * A form that the browser keeps, checked by a schema when it is sent. What is typed here, a password above all, never
 * becomes state of the page.
 */
export function useCheckedForm<S extends z.ZodType>(
  schema: S,
  send: (values: z.output<S>, form: HTMLFormElement) => Promise<void>,
) {
  const [errors, setErrors] = useState<Fields>({})
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
    else focusField(form, Object.keys(wrong)[0])
  }
  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && target.name in errors) {
      setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => name !== target.name)))
    }
  }
  return { errors, pending, formProps: { onSubmit, onInput, noValidate: true } }
}

/** The first thing that is wrong with each field. */
const messagesOf = ({ issues }: z.ZodError): Fields =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))

function focusField(form: HTMLFormElement, name: string | undefined) {
  const field = name === undefined ? undefined : form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}

/** Empties one field and puts the keyboard there, for another try. */
export function retype(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.value = ''
  field.focus()
}
