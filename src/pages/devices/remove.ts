import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'

/** Delete what a page shows, and leave it: what it shows is not asked for again, as it is no longer there. */
export async function remove<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  leave: () => void | Promise<void>,
): Promise<void> {
  await call(endpoint, input)
  await invalidate(endpoint.changes ?? [], 'none')
  await leave()
}
