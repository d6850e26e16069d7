import { queryOptions } from '@tanstack/react-query'
import type { account, confirmIdentity } from '#contract/console/account.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { currentSession, type session, type SessionState } from '#contract/session.ts'
import { queryClient, type QueryMeta, unlessLeaving } from './client.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { callOnce } from './request.ts'
import { siteName } from './site.ts'

/**
 * A session change invalidates the old ID before the browser has the new one; calls in between would appear signed
 * out. They wait for the change, in any tab.
 */
const lock = `triptych-session-${siteName ?? ''}`

let changing: Promise<unknown> | undefined

async function whileSessionChanges<T>(change: () => Promise<T>): Promise<T> {
  const changed = navigator.locks.request(lock, change)
  const settled = changed.catch(() => undefined)
  changing = settled
  await settled
  if (changing === settled) changing = undefined
  return changed
}

/** Sends a call of this tab after a pending session change. */
export const withCurrentSession = <T>(send: () => Promise<T>): Promise<T> => (changing ? changing.then(send) : send())

const whileSessionStays = <T>(question: () => Promise<T>) => navigator.locks.request(lock, { mode: 'shared' }, question)

const queryKey = [currentSession.id, {}]

const knownUser = () => {
  const session = queryClient.getQueryData<SessionState>(queryKey)
  return session?.state === 'signed-in' ? session.user : undefined
}

/** Sets the session and discards pending older responses. */
async function keepSession(session: SessionState): Promise<SessionState> {
  if (queryClient.getQueryData(queryKey)) await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, session)
  return session
}

/** The session, as one entry of the query cache. Not made by `query`, whose calls depend on it. */
export const sessionQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => unlessLeaving(() => callOnce(currentSession, {}, signal)),
  meta: { reads: currentSession.reads } satisfies QueryMeta,
})

type Change =
  | typeof session.signIn
  | typeof session.verifyOtp
  | typeof session.signOut
  | typeof account.signOutEverywhere

/** A sign-in or sign-out step. Not a mutation, because its cache would keep the password. */
export async function changeSession<R extends Change>(endpoint: R, input: Input<R>): Promise<SessionState> {
  const state: SessionState = await whileSessionChanges(() => callOnce(endpoint, input))
  await keepSession(state)
  if (state.state !== 'otp') tellOtherTabs(state.state)
  return state
}

/** Refetches the queries that failed while the user was signed out. */
export const refetchFailed = () =>
  queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0 })

/** Reads the session and updates it for all components. */
export const verifySession = async () => keepSession(await whileSessionStays(() => callOnce(currentSession, {})))

/**
 * Checks whether a call that was rejected as signed out may be repeated. It may have been sent with a session ID that
 * an identity confirmation or another tab has replaced since. False if the user has changed.
 */
export async function checkSession(): Promise<boolean> {
  const before = knownUser()
  if (!before) return false
  await verifySession()
  const now = knownUser()
  return now?.name === before.name && now.authType === before.authType
}

/** A step of the identity confirmation, which can change the session ID. */
export async function confirmWith(
  endpoint: typeof confirmIdentity,
  input: Input<typeof confirmIdentity>,
): Promise<Output<typeof confirmIdentity>> {
  const step = await whileSessionChanges(() => callOnce(endpoint, input))
  if (step.state === 'confirmed') tellOtherTabs('confirmed')
  return step
}
