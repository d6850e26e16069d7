// A key server that answers the stated operations, and of the others that it does not have them.
import { ownKeys } from '#contract/keys/operations.ts'
import { Problem } from '#contract/problem.ts'
import type { Answers } from './answering.ts'

/** As the proxy says it. */
export const notOffered: Answers = Object.fromEntries(
  Object.values(ownKeys).map(({ id }) => [id, new Problem('NOT_OFFERED', undefined, { service: 'keys' })]),
)

const success = { result: { status: 'Success', message: 'done' } }
export const rowsOf = (name: string, details: unknown[], key = 'details') => ({ name, ...success, [key]: details })
export const done = (name: string) => ({ name, ...success })
