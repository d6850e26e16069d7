import type { account } from '#contract/console/account.ts'
import { changePassword, confirmAuthenticator, dropSecondFactor, useMailCodes } from '#contract/desktop/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { hashOf } from '#platform/digest.ts'
import { sealFor } from '#platform/seal.ts'
import type { Caller, LocalHandlers } from '#proxy/local-endpoints.ts'
import type { Parts } from '#proxy/parts.ts'
import { attemptLimit } from './attempts.ts'
import { confirmation } from './confirmation.ts'
import { deviceStore } from './devices.ts'
import type { LiveSession } from './session.ts'
import { signInPlaces } from './sign-in-places.ts'
import { verification } from './verification.ts'
import { verifiers } from './verifiers.ts'

export type Account = ReturnType<typeof sessionHandlers>

/** Endpoints for a user's own sessions and remembered browsers. */
export function sessionHandlers({ database, masterKey, sessions, service, oauth }: Parts) {
  const places = signInPlaces(database)
  const proof = verifiers(attemptLimit(database), places)
  const devices = deviceStore(database, sealFor('device', masterKey))
  const verified = verification(sessions, oauth)

  /** Revokes the grants of ended sessions at the identity provider. */
  const releaseGrants = async (ended: readonly (LiveSession | undefined)[]) => {
    const grants = ended.flatMap((one) => (one?.kind === 'signed-in' && one.by === 'cloud' ? [one.grant] : []))
    for (const grant of new Set(grants)) await oauth.release(grant)
  }

  const handlers: LocalHandlers<typeof account> = {
    confirmIdentity: confirmation(sessions, oauth, proof),

    listSessions: async (_input, caller) => {
      const { owner, hash } = signedIn(caller)
      const mine = await sessions.ofOwner(owner)
      return { output: { sessions: mine.flatMap((one) => (one.kind === 'otp' ? [] : [shown(one, hash)])) } }
    },

    endSession: async ({ id }, caller) => {
      const { owner, hash } = signedIn(caller)
      const ended = await sessions.endOf(owner, id)
      if (ended.length === 0) throw gone('session')
      await releaseGrants(ended)
      return { output: {}, ...(id === hash && { cookies: { session: null } }) }
    },

    signOutEverywhere: async (_input, caller) => {
      const { owner } = signedIn(caller)
      await Promise.all([releaseGrants(await sessions.endOf(owner)), service.signOutJobs(owner)])
      return { output: { state: 'signed-out' }, cookies: { session: null } }
    },

    listRememberedDevices: async (_input, caller) => {
      const mine = await devices.ofOwner(signedIn(caller).owner)
      return {
        output: {
          devices: mine.map((device) => ({
            id: device.family,
            current: isShownBy(caller, device.id_hash),
            rememberedAt: device.remembered_at,
            usedAt: device.used_at,
            expiresAt: device.expires_at,
            agent: device.agent,
          })),
        },
      }
    },

    forgetRememberedDevice: async ({ id }, caller) => {
      const { owner } = signedIn(caller)
      const mine = await devices.ofOwner(owner)
      const meant = mine.filter(({ family }) => id === undefined || family === id)
      const wasThere = await devices.forgetOf(owner, id)
      if (id !== undefined && !wasThere) throw gone('device')
      const isThis = meant.some(({ id_hash }) => isShownBy(caller, id_hash))
      return { output: {}, ...(isThis && { cookies: { device: null } }) }
    },
  }

  return {
    handlers,
    proof,
    places,
    devices,
    releaseGrants,
    /** After a credential change, every remembered browser must sign in completely again. */
    onCredentialChange: async ({ id }: Endpoint, session: LiveSession | undefined) => {
      const owner = changesProof.has(id) && session?.owner
      if (owner) await Promise.all([devices.forgetOf(owner), service.revokeFeeds(owner)])
    },
    /** The session with permissions verified within the last five seconds. Throws SIGNED_OUT. */
    revalidate: async ({ session, site, mustBeKnown }: Caller) =>
      session?.kind === 'signed-in' ? verified(session, site, mustBeKnown) : session,
  }
}

const changesProof: ReadonlySet<string> = new Set(
  [confirmAuthenticator, useMailCodes, dropSecondFactor, changePassword].map(({ id }) => id),
)

function signedIn({ session }: Caller) {
  if (session?.kind !== 'signed-in') throw new Problem('SIGNED_OUT')
  return session
}

const shown = (one: Extract<LiveSession, { kind: 'signed-in' }>, hash: string) => ({
  id: one.hash,
  current: one.hash === hash,
  by: one.by,
  startedAt: one.startedAt,
  seenAt: one.seenAt,
  expiresAt: one.expiresAt,
  address: one.address,
  agent: one.agent,
})
const isShownBy = ({ cookies }: Caller, hash: string) => cookies.device !== undefined && hashOf(cookies.device) === hash
const gone = (what: 'session' | 'device') =>
  new Problem('NOT_FOUND', `This ${what} is not there any more. Reload the list.`, { field: 'id' })
