import { confirmedForMinutes, type confirmIdentity } from '#contract/console/account.ts'
import type { Dialect } from '#contract/dialect.ts'
import { type Endpoint, type Input, isDangerous, revealsSecret } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { foldedName } from '#platform/digest.ts'
import type { Caller, Outcome } from '#proxy/local-endpoints.ts'
import type { OAuth } from '#proxy/oauth/open-oauth.ts'
import { codeStepIn, signedInBy } from './session-after.ts'
import { confirmedForMs, type Sessions } from './session-store.ts'
import type { ByPassword, LiveSession } from './session.ts'
import type { Proof, Proofs } from './verifiers.ts'

const codeLivesMs = 10 * 60_000

type Confirms = Outcome<typeof confirmIdentity>
type Held = Extract<LiveSession, { by: 'password' }>

/** Revealing secrets and irreversible actions require a recent confirmation of identity. */
export function requireConfirmed(
  endpoint: Endpoint,
  input: Input<Endpoint>,
  session: LiveSession | undefined,
  speaks?: Dialect,
) {
  if (!isDangerous(endpoint, input, speaks) && !revealsSecret(endpoint, input)) return
  const leftMs = (session?.confirmedUntil ?? 0) - Date.now()
  // Setting the clock back does not extend a confirmation.
  if (leftMs <= 0 || leftMs > confirmedForMs) throw new Problem('CONFIRM_IDENTITY')
}

/** Confirms identity by the method of the sign-in: password and code, or the identity provider. */
export function confirmation(sessions: Sessions, oauth: OAuth, proofs: Proofs) {
  const byPassword = async (session: Held, password: string, caller: Caller): Promise<Confirms> => {
    const proof = await proofs.password(session.login, password, caller)
    if (proof.auth_data?.auth_token) return confirmed(session, proof)
    const confirming = { ...codeStepIn(proof), until: Date.now() + codeLivesMs }
    await changed(session, { confirming })
    return { output: { state: 'otp', message: confirming.message } }
  }

  const byCode = async (session: Held, otp: string, caller: Caller): Promise<Confirms> => {
    const { confirming: step, login } = session
    try {
      if (!step || step.until <= Date.now()) throw new Problem('OTP_EXPIRED')
      return await confirmed(session, await proofs.code(step, login, { otp }, caller), true)
    } catch (error) {
      if (error instanceof Problem && error.code === 'OTP_EXPIRED') await changed(session, { confirming: undefined })
      throw error
    }
  }

  /** Issues a new session ID and stores the new token; the previous ones become invalid. */
  const confirmed = async (session: Held, proof: Proof, provenByCode = false): Promise<Confirms> => {
    const next = signedInBy(proof, session.login)
    if (!next || !isSamePerson(next, session)) throw new Problem('WRONG_CREDENTIALS')
    const renewed = await sessions.confirmAnew(session.hash, () => ({ ...next, provenByCode }))
    if (!renewed) throw new Problem('SIGNED_OUT')
    return { output: { state: 'confirmed', until: renewed.until }, cookies: { session: { value: renewed.id } } }
  }

  const changed = (session: Held, change: Pick<ByPassword, 'confirming'>) =>
    sessions.change(session.hash, (held) =>
      held.kind === 'signed-in' && held.by === 'password' ? { ...held, ...change } : held,
    )

  return async ({ password, otp }: Input<typeof confirmIdentity>, caller: Caller): Promise<Confirms> => {
    const { session } = caller
    if (session?.kind !== 'signed-in') throw new Problem('SIGNED_OUT')
    if (session.by === 'cloud') {
      const { address, transaction } = await oauth.startConfirmation(caller)
      return { output: { state: 'cloud', address }, cookies: { transaction: { value: transaction } } }
    }
    if (password !== undefined) return byPassword(session, password, caller)
    if (otp !== undefined) return byCode(session, otp, caller)
    const message = `password: Enter your password; it then counts for ${confirmedForMinutes} minutes`
    throw new Problem('INVALID_INPUT', message, { field: 'password' })
  }
}

/** A confirmation fails if the server authenticates a different account for this login. */
const isSamePerson = (next: ByPassword, session: Held) =>
  next.userId && session.userId
    ? next.userId === session.userId
    : foldedName(next.user.name) === foldedName(session.user.name)
