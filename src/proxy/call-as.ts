import { buffer } from 'node:stream/consumers'
import type { Endpoint } from '#contract/endpoint.ts'
import { fromResponse, toWireInput } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'
import { asCalled } from '#contract/reason.ts'
import type { JobOwner, Owner, People } from '#platform/console.ts'
import { type CallInput, callInputOf } from './audit/reason.ts'
import { type Body, isWhole } from '#platform/sockets/compressed.ts'
import type { Caller } from './local-endpoints.ts'
import type { Parts } from './parts.ts'
import { confirmedForMs } from './sessions/session-store.ts'
import type { LiveSession } from './sessions/session.ts'

type Path = Pick<Parts, 'sites' | 'sessions'> & {
  answerOf: (
    endpoint: Endpoint,
    caller: Caller,
    read: () => Promise<CallInput>,
  ) => Promise<{ body: Body; headers: Record<string, string> }>
}

/** Calls an endpoint on behalf of a user: the same path as a browser call, with their session. */
export const callAs =
  ({ sites, sessions, answerOf }: Path): People['callAs'] =>
  async (owner, endpoint, input, signal, rows) => {
    if (endpoint.permission === 'proxy') throw new Problem('NOT_FOUND')
    const session = isOfJob(owner) ? sessionOf(owner) : await sessions.findOf(owner)
    if (!session) throw new Problem('SIGNED_OUT')
    const { address, agent } = session
    const { job, mustBeKnown }: Partial<JobOwner> = owner
    const ofBrowser = { cookies: {}, origin: '', address, agent }
    const caller = { ...ofBrowser, site: sites.require(session.site), session, signal, rows, job, mustBeKnown }
    const read = () => Promise.resolve(callInputOf(endpoint, toWireInput(asCalled(endpoint), input)))
    const { body, headers } = await answerOf(endpoint, caller, read)
    const bytes = isWhole(body) ? Buffer.from(body) : await buffer(body)
    return fromResponse(endpoint, { status: 200, headers, body: new TextDecoder().decode(bytes), bytes })
  }

export const isOfJob = (owner: Owner | JobOwner): owner is JobOwner => 'job' in owner

/** Revalidated like any session: the account may be disabled or have fewer permissions. */
export const sessionOf = ({ credential, isConfirmed }: JobOwner): LiveSession => ({
  ...(JSON.parse(credential) as LiveSession),
  confirmedUntil: isConfirmed ? Date.now() + confirmedForMs : 0,
})
