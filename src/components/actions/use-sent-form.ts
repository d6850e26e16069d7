import type * as z from 'zod/mini'
import { useAttempt } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import type { Problem } from '#contract/problem.ts'
import { useCheckedForm } from '#ui/form/checked-form.ts'

/** A form that is validated and sent, with the error of the last submission. */
export function useSentForm<S extends z.ZodMiniType>(
  schema: S,
  send: (values: z.output<S>, form: HTMLFormElement) => Promise<unknown>,
  onRefused?: (form: HTMLFormElement, problem: Problem) => void,
) {
  const { problem, attempted } = useAttempt()
  const checked = useCheckedForm(schema, (values, form) =>
    attempted(() =>
      send(values, form).catch((error: unknown) => {
        onRefused?.(form, problemOf(error))
        throw error
      }),
    ),
  )
  return { problem, ...checked }
}
