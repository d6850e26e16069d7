import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { useAttempt } from '#api/change.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { useCheckedForm } from '#ui/form/checked-form.ts'

export type FieldErrors = Record<string, string | undefined>
type Props<S extends z.ZodType, R> = {
  title: string
  /** The verb on the button: `Add`. */
  action: string
  schema: S
  send: (values: z.output<S>) => Promise<R>
  /** With what came back; without it the dialog closes. */
  onSent?: (sent: R) => void
  renderFields: (errors: FieldErrors) => ReactNode
  onClose: () => void
}

/** A small form on top of the page: what is wrong stands at its field, what the server refuses below. */
export function FormDialog<S extends z.ZodType, R>(props: Props<S, R>) {
  const { title, action, schema, send, renderFields, onClose, onSent = onClose } = props
  const { problem, attempted } = useAttempt()
  const { errors, pending, formProps } = useCheckedForm(schema, (values) =>
    attempted(async () => {
      onSent(await send(values))
    }),
  )
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...formProps} aria-label={title}>
        <Stack gap="md">
          {renderFields(errors)}
          {problem && <ProblemPanel problem={problem} />}
          <Group justify="end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={pending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
