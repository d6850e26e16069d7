import { call } from '#api/call.ts'
import { invalidate } from '#api/mutation.ts'
import type { Input, Row } from '#contract/endpoint.ts'

/** Delete what a page shows, and leave it: what it shows is not asked for again, as it is no longer there. */
export async function remove<R extends Row>(row: R, input: Input<R>, leave: () => void | Promise<void>): Promise<void> {
  await call(row, input)
  await invalidate(row.changes ?? [], 'none')
  await leave()
}
