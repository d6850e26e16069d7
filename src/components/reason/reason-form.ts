import * as z from 'zod/mini'
import { type StatedReason, statedReason } from '#contract/reason.ts'

type Form = Record<string, unknown>

/** Validates `ReasonFields` as part of a form; an empty ticket is omitted. */
export function reasonIn(form: Form, context: z.core.ParsePayload): StatedReason {
  const { reason = '', ticket } = form
  const stated = statedReason.safeParse({ reason, ...(ticket !== '' && { ticket }) })
  for (const { path, message } of stated.error?.issues ?? [])
    context.issues.push({
      code: 'custom',
      input: undefined,
      path,
      message: message.charAt(0).toUpperCase() + message.slice(1),
    })
  return stated.data ?? { reason: '' }
}

export const reasonForm = z.pipe(z.record(z.string(), z.unknown()), z.transform(reasonIn))
