import { call } from '#api/call.ts'
import { problemOf } from '#api/problem.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import type { Problem } from '#contract/problem.ts'

type Given<E extends Endpoint> = {
  endpoint: E
  input: Input<E>
  /** Whether the reference does not state a parameter: a server may not know it. */
  isOwn: (name: string) => boolean
}

/** What a server has refused since the page was loaded: it is not sent again. */
const refusedBefore = new Set<string>()
export const forgetRefused = () => refusedBefore.clear()

/** The list without what its server refuses; of a refusal that names no parameter, without all that are ours. */
export async function callWithout<E extends Endpoint>(
  { endpoint, input, isOwn }: Given<E>,
  signal?: AbortSignal,
): Promise<{ page: Output<E>; refused: string[] }> {
  const given = input as Record<string, unknown>
  const own = Object.keys(given).filter((name) => given[name] !== undefined && isOwn(name))
  const without = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name))) as Input<E>
  const refused = own.filter((name) => refusedBefore.has(`${endpoint.id} ${name}`))
  for (let tries = 0; ; tries++) {
    try {
      const page = await call(endpoint, without(refused), signal)
      for (const name of refused) refusedBefore.add(`${endpoint.id} ${name}`)
      return { page, refused }
    } catch (error) {
      const sent = own.filter((name) => !refused.includes(name))
      const more = blamed(problemOf(error), sent, given)
      if (more.length === 0 || tries >= own.length) throw error
      refused.push(...more)
    }
  }
}

const refusals: ReadonlySet<number> = new Set([400, 406, 412, 422])

function blamed(problem: Problem, sent: readonly string[], { offset = 0 }: Record<string, unknown>): readonly string[] {
  // There is no such page: that is no refusal of paging.
  if (!refusals.has(problem.status) || (problem.code === 'COM0003' && Number(offset) > 0)) return []
  const said = `${problem.message} ${stringifyJson(problem.raw ?? '')}`.toLowerCase()
  const named = sent.filter((name) => new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`).test(said))
  return named.length > 0 ? named : sent
}
