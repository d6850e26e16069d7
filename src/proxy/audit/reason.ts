import * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { invalidInput } from '#contract/errors.ts'
import { fromWireInput, sayMissing } from '#contract/http/http.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { type StatedReason, requiresReason, splitReason, statedReason } from '#contract/reason.ts'

/** What was sent for a row: its input, and what is said beside it, unchecked. */
export type Asked = { input: Input<Endpoint>; beside: JsonObject }

export function askedOf(endpoint: Endpoint, sent: Json): Asked {
  const { wire, beside } = splitReason(endpoint, sent)
  return { input: fromWireInput(endpoint, wire), beside }
}

const read = ({ beside }: Asked) => z.safeDecode(statedReason, beside as z.input<typeof statedReason>, sayMissing)

/** Whatever the page did: without a reason, nothing is erased and no secret leaves. */
export function requireReason(endpoint: Endpoint, asked: Asked) {
  if (!requiresReason(endpoint, asked.input)) return
  const { success, error } = read(asked)
  if (!success) throw invalidInput('console', error)
}

/** For the entry; empty where none was asked for, or what was said is none. */
export function reasonOf(endpoint: Endpoint, asked: Asked): Required<StatedReason> {
  const { data } = requiresReason(endpoint, asked.input) ? read(asked) : {}
  return { reason: data?.reason ?? '', ticket: data?.ticket ?? '' }
}
