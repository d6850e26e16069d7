import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { unlessLeaving } from './client.ts'
import { requireConfirmation } from './confirmation.ts'
import { callOnce } from './request.ts'
import type { OnSent } from './send-files.ts'
import { checkSession, withCurrentSession } from './session.ts'

/** Errors after which a call is repeated, if the check or the user resolves them. */
const reasonsToRepeat = [
  { code: 'SIGNED_OUT', isOver: checkSession },
  { code: 'CONFIRM_IDENTITY', isOver: requireConfirmation },
] as const

/** Calls an endpoint through the proxy. Throws a `Problem` for every failure; aborts throw the signal's reason. */
export async function call<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  signal?: AbortSignal,
  onSent?: OnSent,
): Promise<Output<R>> {
  let answer = withCurrentSession(() => unlessLeaving(() => callOnce(endpoint, input, signal, onSent)))
  for (const { code, isOver } of reasonsToRepeat) {
    answer = answer.catch(async (refusal: unknown) => {
      if (!(refusal instanceof Problem && refusal.code === code && (await isOver(endpoint)))) throw refusal
      return callOnce(endpoint, input, signal, onSent)
    })
  }
  return answer
}
