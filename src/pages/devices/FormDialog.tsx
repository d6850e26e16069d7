import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import { problemOf } from '#api/problem-of.ts'
import type { Problem } from '#contract/problem.ts'
import { useCheckedForm } from '#ui/checked-form.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Button, Group, Stack } from '#ui/layout.ts'
import { ProblemPanel } from '#ui/ProblemPanel.tsx'

type Errors = Record<string, string | undefined>
type Props<S extends z.ZodType> = {
  title: string
  /** The verb on the button: `Make`. */
  action: string
  schema: S
  send: (values: z.output<S>) => Promise<unknown>
  renderFields: (errors: Errors) => ReactNode
  onClose: () => void
}

/** A small form on top of the page: what is wrong stands at its field, what the server refuses below. */
export function FormDialog<S extends z.ZodType>({ title, action, schema, send, renderFields, onClose }: Props<S>) {
  const [problem, setProblem] = useState<Problem>()
  const { errors, pending, formProps } = useCheckedForm(schema, async (values) => {
    setProblem(undefined)
    try {
      await send(values)
      onClose()
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

/** An empty field is not sent. */
export const orAbsent = (text: string) => text.trim() || undefined
