import * as z from 'zod/mini'
import { reasonIn } from '#components/reason/reason-form.ts'
import { type ActionName, isIrreversible } from '#contract/mdm/actions/actions.ts'
import { formOf } from './action-form.ts'
import type { Ordered } from './send-action.ts'

/** Schema of an action's form, including the reason for an irreversible action. */
export const orderFormOf = (action: ActionName) =>
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((form, context): Ordered => {
      const why = isIrreversible(action) ? reasonIn(form, context) : undefined
      const { data: parameters = {}, error } = formOf(action).safeParse(form)
      for (const { path, message } of error?.issues ?? [])
        context.issues.push({ code: 'custom', input: undefined, path, message })
      return { parameters, why }
    }),
  )
