import * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { invalidInput } from '#contract/errors.ts'
import { fromWireInput, missingMessage } from '#contract/http/http.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { type StatedReason, requiresReason, splitReason, statedReason } from '#contract/reason.ts'

/** The unvalidated input of a call, and the parameters next to it, such as the reason. */
export type CallInput = { input: Input<Endpoint>; beside: JsonObject }

export function callInputOf(endpoint: Endpoint, sent: Json): CallInput {
  const { wire, beside } = splitReason(endpoint, sent)
  return { input: fromWireInput(endpoint, wire), beside }
}

const read = ({ beside }: CallInput) =>
  z.safeDecode(statedReason, beside as z.input<typeof statedReason>, missingMessage)

/** Enforced regardless of the page: erasing data or revealing a secret requires a reason. */
export function requireReason(endpoint: Endpoint, asked: CallInput) {
  if (!requiresReason(endpoint, asked.input)) return
  const { success, error } = read(asked)
  if (!success) throw invalidInput('console', error)
}

/** Reason for the audit entry; empty if neither required nor stated, or invalid. */
export function reasonOf(endpoint: Endpoint, asked: CallInput): Required<StatedReason> {
  const data = requiresReason(endpoint, asked.input) ? read(asked).data : endpoint.reasonIn?.(asked.input as never)
  return { reason: data?.reason ?? '', ticket: data?.ticket ?? '' }
}
