import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import { ProblemPanel, type ShownProblem } from '#ui/feedback/ProblemPanel.tsx'
import { useCheckedForm } from '#ui/form/checked-form.ts'
import { Dialog } from './Dialog.tsx'

export type FieldErrors = Record<string, string | undefined>
type Props<S extends z.ZodType> = {
  title: string
  /** The verb on the button: `Add`. */
  action: string
  schema: S
  /** Does it, and closes the dialog. */
  send: (values: z.output<S>) => Promise<unknown>
  renderFields: (errors: FieldErrors) => ReactNode
  onClose: () => void
  problemOf: (error: unknown) => ShownProblem
}

/** A small form on top of the page: what is wrong stands at its field, what the server refuses below. */
export function FormDialog<S extends z.ZodType>({
  title,
  action,
  schema,
  send,
  renderFields,
  onClose,
  problemOf,
}: Props<S>) {
  const [problem, setProblem] = useState<ShownProblem>()
  const { errors, pending, formProps } = useCheckedForm(schema, async (values) => {
    setProblem(undefined)
    try {
      await send(values)
    } catch (error) {
      setProblem(problemOf(error))
    }
  })
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
