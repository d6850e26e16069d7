import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { call } from './call.ts'
import { invalidate } from './change.ts'

/**
 * Delete what a page shows, and leave it. Until the next page is drawn this one is still shown, so nothing is asked for
 * again before another page does: the server would refuse what names the deleted subject.
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
