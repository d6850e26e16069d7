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
  /** `xl`: for more than a few fields. */
  size?: 'xl'
  /** Label of the submit button: `Add`. */
  action: string
  schema: S
  send: (values: z.output<S>) => Promise<R>
  /** Receives the response; without it, the dialog closes. */
  onSent?: (sent: R) => void
  /** Maps an error code for rejected files to the file field of the form. */
  fileFor?: FileFor
  /** The form fields. */
  children: ReactNode
  onClose: () => void
}

/**
 * Dialog with a small form. Validation errors and rejected values are shown at their fields, other errors below the
 * form.
 */
export function FormDialog<S extends z.ZodMiniType, R>(props: Props<S, R>) {
  const { title, size, action, schema, send, fileFor, children, onClose, onSent = onClose } = props
  /** Whether the input has changed since the server rejected it, so that its error no longer applies to the field. */
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
          event.stopPropagation() // the event would otherwise reach a surrounding form
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
