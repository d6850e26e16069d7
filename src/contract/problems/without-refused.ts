import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import type { Problem } from '#contract/problem.ts'

export type Given<E extends Endpoint> = {
  endpoint: E
  input: Input<E>
  /** Whether the API reference does not document a parameter, so that a server may not support it. */
  isOwn: (name: string) => boolean
}
type Call = <R extends Endpoint>(endpoint: R, input: Input<R>, signal?: AbortSignal) => Promise<Output<R>>

/**
 * Calls an endpoint, omitting rejected parameters, which are kept in `before`. If the error names no parameter, omits
 * all undocumented ones.
 */
export async function withoutRefused<E extends Endpoint>(
  call: Call,
  before: Set<string>,
  { endpoint, input, isOwn }: Given<E>,
  signal?: AbortSignal,
): Promise<{ page: Output<E>; refused: string[] }> {
  const given = input as Record<string, unknown>
  const own = Object.keys(given).filter((name) => given[name] !== undefined && isOwn(name))
  const without = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name))) as Input<E>
  const refused = own.filter((name) => before.has(`${endpoint.id} ${name}`))
  for (let tries = 0; ; tries++) {
    try {
      const page = await call(endpoint, without(refused), signal)
      for (const name of refused) before.add(`${endpoint.id} ${name}`)
      return { page, refused }
    } catch (error) {
      const sent = own.filter((name) => !refused.includes(name))
      const more = blamed(error as Partial<Problem>, sent, given)
      if (more.length === 0 || tries >= own.length) throw error
      refused.push(...more)
    }
  }
}

const refusals: ReadonlySet<number> = new Set([400, 406, 412, 422])

function blamed(
  { status = 0, code, message, raw }: Partial<Problem>,
  sent: readonly string[],
  { offset = 0 }: Record<string, unknown>,
): readonly string[] {
  // A page out of range is not a rejection of paging.
  if (!refusals.has(status) || (code === 'COM0003' && Number(offset) > 0)) return []
  const said = `${message} ${stringifyJson(raw ?? '')}`.toLowerCase()
  const named = sent.filter((name) => new RegExp(`(^|[^a-z_])${name}([^a-z_]|$)`).test(said))
  return named.length > 0 ? named : sent
}
