// What the proxy answers before a server whose connection says where its operations are, and which it does not have.
import { type Dialect, defaultDialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operationAt } from '#contract/http/operation.ts'
import { Problem } from '#contract/problem.ts'
import type { Answers } from './answering.ts'

type Known = Partial<Dialect>

/** The same refusals as the proxy's, by the same code; what is offered is answered as given. */
export const behind = (known: Known, endpoints: readonly Endpoint[], answers: Answers): Answers =>
  Object.fromEntries(
    endpoints.flatMap((endpoint) => {
      const answer = refusalOf(endpoint, known) ?? answers[endpoint.id]
      return answer === undefined ? [] : [[endpoint.id, answer] as const]
    }),
  )

function refusalOf(endpoint: Endpoint, known: Known): Problem | undefined {
  try {
    operationAt(endpoint, { ...defaultDialect, ...known })
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** A connection that does without these. */
export const without = (endpoints: readonly Endpoint[]): Pick<Dialect, 'operations'> => ({
  operations: Object.fromEntries(endpoints.map(({ id }) => [id, false as const])),
})
