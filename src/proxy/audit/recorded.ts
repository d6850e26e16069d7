import { confirmIdentity } from '#contract/console/account.ts'
import { changesAnything, isAudited } from '#contract/console/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { signIn, verifyOtp } from '#contract/session.ts'
import { targetOf } from '#platform/audit-target.ts'
import type { Audit, NewEntry } from '#platform/console.ts'
import type { Caller } from '#proxy/local-endpoints.ts'
import { failsWith, outcomeOf, Unrecorded } from './outcome.ts'
import { type CallInput, reasonOf } from './reason.ts'
import { limitedOwner, userOf } from './who.ts'

type Call<T> = {
  endpoint: Endpoint
  caller: Caller
  /** Validated input and reason, read at most once; for rejected calls, with the default size limit. */
  read: (row?: Endpoint) => Promise<CallInput>
  run: (read: () => Promise<CallInput>) => Promise<T>
}

/** Runs a call. A change or revealed secret gets exactly one audit entry, also if rejected or a sign-in attempt. */
export async function recorded<T>(audit: Audit, { endpoint, caller, read, run }: Call<T>): Promise<T> {
  const asked = once(read)
  const input = async () => (await asked()).input
  const isAttempt = caller.session?.kind !== 'signed-in'
  const user = isAudited(endpoint) ? await userOf(endpoint, caller, input) : undefined
  if (user === undefined) return run(asked)

  const entry = async (result: NewEntry['result'], code = ''): Promise<NewEntry> => ({
    site: caller.site.name,
    user,
    address: caller.address,
    action: endpoint.id,
    ...(await asked({ ...endpoint, maxInputBytes: undefined }).then(
      (given) => ({ target: targetOf(endpoint, given.input, caller.job), ...reasonOf(endpoint, given) }),
      () => ({ target: '' }), // invalid input has no target
    )),
    result,
    code,
  })
  /** Nothing was changed or revealed: the caller gets the error even if it cannot be recorded. */
  const refused = async (reason: unknown) => {
    const { result, code } = outcomeOf(reason)
    const tried = await entry(result, code)
    await (isAttempt ? audit.recordAttempt(tried) : audit.record(tried)).catch(() => undefined)
    return reason
  }

  const owner = await limitedOwner(endpoint, caller.session, input)
  try {
    if (owner) await audit.requireModest(owner).catch(failsWith('AUDIT_UNAVAILABLE'))
    const answer = await run(asked)
    if (endpoint.id === signIn.id)
      await audit.rememberName(caller.site.name, user).catch(failsWith('AUDIT_UNAVAILABLE'))
    const revealed = owner && { revealedTo: owner, unlimited: changesAnything(endpoint) }
    const done = { ...(await entry('done')), ...revealed }
    await audit.record(done).catch(failsWith(isLostWithoutAnswer(endpoint) ? 'AUDIT_UNAVAILABLE' : 'NOT_RECORDED'))
    return answer
  } catch (error) {
    throw error instanceof Unrecorded ? error.problem : await refused(error)
  }
}

/** Without the response, nobody receives the secret or session cookie, so the call had no effect. */
const isLostWithoutAnswer = (endpoint: Endpoint) => proofs.has(endpoint.id) || !changesAnything(endpoint)
const proofs: ReadonlySet<string> = new Set([signIn.id, verifyOtp.id, confirmIdentity.id])

function once<T>(ask: (row?: Endpoint) => Promise<T>): typeof ask {
  let asked: Promise<T> | undefined
  return (row) => (asked ??= ask(row))
}
