import type { ComponentProps } from 'react'
import type * as z from 'zod'
import { problemOf } from '#api/problem.ts'
import { FormDialog as Form } from '#ui/dialog/FormDialog.tsx'

/** A small form on top of the page, which closes once it was sent. */
export function FormDialog<S extends z.ZodType>({
  send,
  onClose,
  ...props
}: Omit<ComponentProps<typeof Form<S>>, 'problemOf'>) {
  const sendAndClose = async (values: z.output<S>) => {
    await send(values)
    onClose()
  }
  return <Form {...props} send={sendAndClose} onClose={onClose} problemOf={problemOf} />
}

/** An empty field is not sent. */
export const orAbsent = (text: string) => text.trim() || undefined
