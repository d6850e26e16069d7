import { call } from '#api/call.ts'
import { problemOf } from '#api/problem.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import type { listDevices } from '#contract/mdm/devices.ts'
import type { Problem } from '#contract/problem.ts'

type List = typeof listDevices
type ListInput = Input<List>
/** Parameters that the reference does not state. */
export type OwnParameter = Exclude<keyof ListInput, 'skip-token'>

/** What a server has refused since the page was loaded: it is not sent again. */
const refusedBefore = new Set<string>()
export const forgetRefused = () => refusedBefore.clear()

/** The list without what its server refuses; of a refusal that names no parameter, without all that are ours. */
export async function callWithout(
  endpoint: List,
  input: ListInput,
  signal?: AbortSignal,
): Promise<{ page: Output<List>; refused: OwnParameter[] }> {
  const own = Object.entries(input).flatMap(([name, value]) =>
    value === undefined || name === 'skip-token' ? [] : [name as OwnParameter],
  )
  const without = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name))) as ListInput
  const refused = own.filter((name) => refusedBefore.has(name))
  for (let tries = 0; ; tries++) {
    try {
      const page = await call(endpoint, without(refused), signal)
      for (const name of refused) refusedBefore.add(name)
      return { page, refused }
    } catch (error) {
      const sent = own.filter((name) => !refused.includes(name))
      const more = blamed(problemOf(error), sent, input)
      if (more.length === 0 || tries >= own.length) throw error
      refused.push(...more)
    }
  }
}

const refusals: ReadonlySet<number> = new Set([400, 406, 412, 422])

function blamed(problem: Problem, sent: readonly OwnParameter[], { offset = 0 }: ListInput): readonly OwnParameter[] {
  // There is no such page: that is no refusal of paging.
  if (!refusals.has(problem.status) || (problem.code === 'COM0003' && offset > 0)) return []
  const said = `${problem.message} ${stringifyJson(problem.raw ?? '')}`.toLowerCase()
  const named = sent.filter((name) => new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`).test(said))
  return named.length > 0 ? named : sent
}
