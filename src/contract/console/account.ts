/** The user's own sessions and remembered devices, and identity confirmation. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { own, sessionState, signIn, verifyOtp } from '#contract/session.ts'

/** Epoch milliseconds, by the proxy's clock. */
const moment = z.int()
const nothing = z.object({})
const mine = { ...own, permission: 'signed-in', reads: ['session.account'] } as const
const changesMine = { ...own, permission: 'signed-in', changes: ['session.account'] } as const

/** How long an identity confirmation is valid. */
export const confirmedForMinutes = 5

export const confirmIdentity = endpoint({
  ...own,
  id: 'session.confirmIdentity',
  summary: 'Confirm the identity of the user by password and code before secrets or irreversible actions',
  path: '/api/session.confirmIdentity',
  input: z.object({
    password: z.optional(signIn.input.shape.password),
    otp: z.optional(verifyOtp.input.shape.otp),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('confirmed'), until: moment }),
    /** The password was correct; the one-time code follows. */
    z.object({ state: z.literal('otp'), message: z.string() }),
    /** For identity provider sign-ins: the confirmation is another sign-in there, in a separate window. */
    z.object({ state: z.literal('cloud'), address: z.string() }),
  ]),
  permission: 'signed-in',
  changes: ['session.account'], // the session gets a new ID
  assumes: [`A confirmation is valid for ${confirmedForMinutes} minutes in this session only`],
})

export const listSessions = endpoint({
  ...mine,
  id: 'session.listSessions',
  summary: 'Sessions of the account',
  path: '/api/session.listSessions',
  input: nothing,
  output: z.object({
    sessions: z.array(
      z.object({
        /** Identifies the session when ending it; grants no access. */
        id: z.string(),
        current: z.boolean(),
        by: z.enum(['password', 'cloud']),
        startedAt: moment,
        seenAt: moment,
        expiresAt: moment,
        address: z.string(),
        /** User-Agent header. */
        agent: z.string(),
      }),
    ),
  }),
})

export const endSession = endpoint({
  ...changesMine,
  id: 'session.endSession',
  summary: 'End one of your sessions',
  target: ['id'],
  path: '/api/session.endSession',
  input: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  output: nothing,
})

export const signOutEverywhere = endpoint({
  ...changesMine,
  id: 'session.signOutEverywhere',
  summary: 'End all your sessions, including this one',
  path: '/api/session.signOutEverywhere',
  input: nothing,
  output: sessionState,
})

export const listRememberedDevices = endpoint({
  ...mine,
  id: 'session.listRememberedDevices',
  summary: 'Browsers that do not need a one-time code for this account',
  path: '/api/session.listRememberedDevices',
  input: nothing,
  output: z.object({
    devices: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        rememberedAt: moment,
        usedAt: moment,
        expiresAt: moment,
        agent: z.string(),
      }),
    ),
  }),
})

export const forgetRememberedDevice = endpoint({
  ...changesMine,
  id: 'session.forgetRememberedDevice',
  summary: 'Require a code again on one or all of these browsers',
  target: ['id'],
  path: '/api/session.forgetRememberedDevice',
  input: z.object({ id: z.optional(z.string().check(z.minLength(1), z.maxLength(100))) }),
  output: nothing,
})

export const account = {
  confirmIdentity,
  listSessions,
  endSession,
  signOutEverywhere,
  listRememberedDevices,
  forgetRememberedDevice,
}
