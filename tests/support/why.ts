import type { Endpoint } from '#contract/endpoint.ts'
import { asCalled, requiresReason } from '#contract/reason.ts'

/** A reason as somebody gives it. */
export const why = { reason: 'Returned by its user', ticket: 'INC-4711' }

/** A row and an input as a page calls it: with a reason where the proxy asks for one. */
export const asPageCalls = (endpoint: Endpoint, input: object): [Endpoint, object] =>
  requiresReason(endpoint, input) ? [asCalled(endpoint), { ...input, ...why }] : [endpoint, input]
