import { confirmIdentity } from '#contract/console/account.ts'
import { type auditResults, changesAnything, isAudited } from '#contract/console/audit.ts'
import { setUp } from '#contract/console/set-up.ts'
import { type Endpoint, type Input, revealsSecret } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { signIn, verifyOtp } from '#contract/session.ts'
import type { Audit } from '#platform/console.ts'
import type { NewEntry } from '#platform/console.ts'
import { problemOfFailure } from '#platform/database/failure.ts'
import type { Caller } from '#proxy/local-endpoints.ts'
import type { LiveSession } from '#proxy/sessions/session.ts'
import { targetOf } from './target.ts'

type Reading = () => Promise<Input<Endpoint>>
type Call<T> = {
  endpoint: Endpoint
  caller: Caller
  /** The checked input. Asked for once at most: a body can be read only once. */
  read: Reading
  run: (input: Reading) => Promise<T>
}

/**
 * Do what a row says, and leave exactly one entry about it where it changes something or reveals a secret: also
 * where somebody who is signed in may not, and where somebody only tries to sign in. What strangers try is noise.
 */
export async function recorded<T>(audit: Audit, { endpoint, caller, read, run }: Call<T>): Promise<T> {
  const input = once(read)
  const isAttempt = caller.session?.kind !== 'signed-in'
  const user = isAudited(endpoint) ? await userOf(endpoint, caller, input) : undefined
  if (user === undefined) return run(input)

  const entry = async (result: NewEntry['result'], code = ''): Promise<NewEntry> => ({
    site: caller.site.name,
    user,
    address: caller.address,
    action: endpoint.id,
    target: await input().then(
      (given) => targetOf(endpoint, given),
      () => '', // what makes no sense names nothing
    ),
    result,
    code,
  })
  /** Nothing was done or shown: who asks hears why, even when that cannot be recorded, which the log then tells. */
  const refused = async (reason: unknown) => {
    const { result, code } = outcomeOf(reason)
    const tried = await entry(result, code)
    await (isAttempt ? audit.recordAttempt(tried) : audit.record(tried)).catch(() => undefined)
    return reason
  }

  const owner = await limitedOwner(endpoint, caller.session, input)
  try {
    if (owner) await audit.requireModest(owner).catch(failsWith('AUDIT_UNAVAILABLE'))
    const answer = await run(input)
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

type FailureCode = 'AUDIT_UNAVAILABLE' | 'NOT_RECORDED'

/** The audit itself has failed: another attempt to write would fail, too. */
class Unrecorded extends Error {
  readonly problem: Problem
  constructor(code: FailureCode, cause: unknown) {
    super('The audit could not be written', { cause })
    this.problem = new Problem(code, undefined, { service: 'console' })
  }
}
const failsWith = (code: FailureCode) => (error: unknown) => {
  throw error instanceof Problem ? error : new Unrecorded(code, error)
}

/** Nobody gets the secret, or the cookie of the session, so nothing has happened that anybody could use. */
const isLostWithoutAnswer = (endpoint: Endpoint) => proofs.has(endpoint.id) || !changesAnything(endpoint)
const proofs: ReadonlySet<string> = new Set([signIn.id, verifyOtp.id, confirmIdentity.id])

/** Who it was, as the server calls them; as typed, where they only try to sign in. Undefined: a stranger. */
async function userOf(endpoint: Endpoint, { session }: Caller, input: Reading): Promise<string | undefined> {
  if (endpoint.id === signIn.id) {
    const { username = '' } = (await input().catch(() => ({}))) as Partial<Input<typeof signIn>>
    return username
  }
  if (endpoint.id === setUp.id) {
    const { user_name = '' } = (await input().catch(() => ({}))) as Partial<Input<typeof setUp>>
    return user_name
  }
  if (endpoint.id === verifyOtp.id) return session?.kind === 'otp' ? session.login.username : (session?.user.name ?? '')
  return session?.kind === 'signed-in' ? session.user.name : undefined
}

/** Whose limit a secret counts against. */
async function limitedOwner(endpoint: Endpoint, session: LiveSession | undefined, input: Reading) {
  if (!endpoint.secret || !session) return undefined
  const given = await input().catch(() => undefined)
  return given !== undefined && revealsSecret(endpoint, given) ? session.owner : undefined
}

function outcomeOf(error: unknown): { result: (typeof auditResults)[number]; code: string } {
  if (!(error instanceof Problem))
    return { result: 'failed', code: problemOfFailure(error, 'console')?.code ?? 'FAILED' }
  return { result: error.status >= 400 && error.status < 500 ? 'refused' : 'failed', code: error.code }
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => (asked ??= ask())
}
