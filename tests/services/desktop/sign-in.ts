import { authenticate, validateOtp } from '#contract/desktop/authentication.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import type { Running } from '../running.ts'

type Given = Partial<Input<typeof authenticate>>

/** Signing in as a client of desktop-management does, step by step. */
export const signInTo = (running: Running) => ({
  withPassword: (username: string, password = running.password, given: Given = {}) =>
    running.call(authenticate, { username, password, auth_type: 'local_authentication', ...given }),

  withCode: (uid: string, otp: string) => running.call(validateOtp, { uid, otp }),

  /** The first step of an account with one-time codes: its attempt, and the code in its newest mail. */
  async attemptOf(username: string) {
    const answer = await this.withPassword(username)
    const mails = (await (await fetch(`${running.lab}/mailbox`)).json()) as { account: string; text: string }[]
    const newest = mails.find(({ account }) => account === username)
    return {
      uid: answer.two_factor_data?.unique_userID ?? '',
      code: /\d{6,8}/.exec(newest?.text ?? '')?.[0] ?? '',
    }
  },
})

/** Another code of the same length. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The problem a call ends with. */
export const problemOf = (call: Promise<unknown>): Promise<Problem> =>
  call.then(
    () => Promise.reject(new Error('The call went well')),
    (problem: Problem) => problem,
  )
