import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { call } from './call.ts'
import { invalidate } from './change.ts'

/**
 * Deletes the subject of a page and navigates away. Nothing is refetched until the next page renders, because calls
 * for the deleted subject would fail.
 */
export async function remove<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  leave: (output: Output<R>) => void | Promise<void>,
): Promise<void> {
  const output = await call(endpoint, input)
  await invalidate(endpoint.changes ?? [], 'none')
  await leave(output)
}
