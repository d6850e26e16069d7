/**
 * Reason for erasing a device or revealing a secret. Sent with the input of a call and stored in the console's audit,
 * not forwarded to servers.
 */
import * as z from 'zod/mini'
import type { Endpoint, Input } from './endpoint.ts'
import { type Json, type JsonObject, isJsonObject } from './json.ts'

export const reasonLength = { min: 5, max: 500 } as const
const longestTicket = 60

/** A single line: line breaks and cursor movements could make an audit entry look like two. */
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

const reasonText = z
  .string()
  .check(
    z.trim(),
    z.minLength(reasonLength.min, `must have at least ${reasonLength.min} characters`),
    z.maxLength(reasonLength.max, `must have at most ${reasonLength.max} characters`),
    z.regex(oneLine, 'must not contain line breaks or control characters'),
  )
const ticketText = z
  .string()
  .check(
    z.trim(),
    z.maxLength(longestTicket, `must have at most ${longestTicket} characters`),
    z.regex(oneLine, 'must not contain line breaks or control characters'),
  )

const reasonFields = { reason: reasonText, ticket: z.optional(ticketText) }
export const statedReason = z.object(reasonFields)
export type StatedReason = z.output<typeof statedReason>

const names = Object.keys(reasonFields)

/** Endpoints that also return public files require a reason only if a secret is revealed. */
export const requiresReason = ({ reason, permissionFor }: Endpoint, input: unknown): boolean =>
  reason === true && (!permissionFor || permissionFor(input as never) !== undefined)

type Reasoned<R extends Endpoint> = Omit<R, 'input' | 'reason'> & {
  input: z.ZodMiniType<Input<R> & StatedReason, JsonObject & z.input<R['input']>>
}

/** The endpoint as called by browsers: the input with a reason. */
export function withReason<R extends Endpoint<z.ZodMiniObject>>(endpoint: R): Reasoned<R> {
  const { reason, ...fields } = reasonFields
  const asked = endpoint.permissionFor ? z.optional(reason) : reason
  return { ...endpoint, input: z.extend(endpoint.input, { ...fields, reason: asked }), staysHere: names } as never
}

/** The same for any endpoint, if it takes a reason. */
export const asCalled = (endpoint: Endpoint): Endpoint =>
  endpoint.reason && endpoint.input instanceof z.ZodMiniObject
    ? withReason({ ...endpoint, input: endpoint.input })
    : endpoint

/** Separates a browser's input from its reason. */
export function splitReason({ reason }: Endpoint, wire: Json): { wire: Json; beside: JsonObject } {
  if (!reason || !isJsonObject(wire)) return { wire, beside: {} }
  const entries = Object.entries(wire)
  const part = (isBeside: boolean) => Object.fromEntries(entries.filter(([name]) => names.includes(name) === isBeside))
  return { wire: part(false), beside: part(true) }
}
