import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Form } from '#ui/form/Form.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { type FileFor, refusalAtField, refusedField } from './named-field.ts'
import { useSentForm } from './use-sent-form.ts'

type Props<S extends z.ZodMiniType, R> = {
  title: string
  /** Wider than a few fields are: `xl`. */
  size?: 'xl'
  /** The verb on the button: `Add`. */
  action: string
  schema: S
  send: (values: z.output<S>) => Promise<R>
  /** With what came back; without it the dialog closes. */
  onSent?: (sent: R) => void
  /** Which field has the file that is refused by a code of the reference. */
  fileFor?: FileFor
  /** Its fields. */
  children: ReactNode
  onClose: () => void
}

/** A small form on top of the page: what is wrong stands at its field, what the server refuses there and below. */
export function FormDialog<S extends z.ZodMiniType, R>(props: Props<S, R>) {
  const { title, size, action, schema, send, fileFor, children, onClose, onSent = onClose } = props
  /** What the server refused is no longer what stands in the form. */
  const [isEdited, setEdited] = useState(false)
  const [hasInput, setHasInput] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { problem, pending, formProps } = useSentForm(schema, async (values) => {
    setEdited(false)
    onSent(await send(values))
  })
  const field = problem && !isEdited ? refusedField(problem, fileFor) : undefined
  const refused = problem && field !== undefined ? { [field]: refusalAtField(problem) } : {}
  return (
    <Dialog title={title} onClose={() => (hasInput ? setLeaving(!isLeaving) : onClose())} size={size}>
      <Form
        {...formProps}
        errors={{ ...refused, ...formProps.errors }}
        onSubmit={(event) => {
          event.stopPropagation() // opened from a form, it does not send that form
          formProps.onSubmit(event)
        }}
        onInput={(event) => {
          event.stopPropagation()
          formProps.onInput(event)
          setEdited(true)
          setHasInput(true)
        }}
        aria-label={title}
      >
        <Stack gap="md">
          {children}
          {problem && <ProblemPanel problem={problem} />}
          {isLeaving && <DiscardQuestion onKeep={() => setLeaving(false)} onDiscard={onClose} />}
          <DialogButtons action={action} pending={pending} onClose={onClose} />
        </Stack>
      </Form>
    </Dialog>
  )
}
