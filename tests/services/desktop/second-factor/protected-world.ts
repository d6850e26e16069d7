// The embedded services on either database, with what these tests do again and again.
import { Secret, TOTP } from 'otpauth'
import { accountRows } from '#contract/desktop/account.ts'
import { validateOtp } from '#contract/desktop/authentication.ts'
import type { Input } from '#contract/endpoint.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { startWorld } from '../../identity/identity-world.ts'
import { signInTo } from '../sign-in.ts'

export const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
export type ProtectedWorld = Awaited<ReturnType<typeof startProtectedWorld>>
type OwnRow = keyof typeof accountRows

/** What an authenticator application shows for a secret, this many steps from now. */
export const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })

/** Of two processes on one PostgreSQL, the second shares the first one's accounts. */
export async function startProtectedWorld(database: string) {
  const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined
  const options = { url: await postgres?.createDatabase('accounts'), demoPassword: 'the first password' }
  const running = await startWorld(options)
  const second = postgres ? await startWorld(options) : undefined
  const signIn = signInTo(running)

  const lab = (body: object) =>
    fetch(`${running.lab}/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    running,
    signIn,
    /** Where a second process runs on the same database, it; else the same again. */
    elsewhere: signInTo(second ?? running),
    lab,

    /** The account asks for codes of an authenticator that has not shown itself yet, whatever was before. */
    async askForAuthenticator(name: string) {
      await lab({ name, second_factor: 'authenticator' })
      const { two_factor_data } = await signIn.withPassword(name)
      return { uid: two_factor_data?.unique_userID ?? '', secret: two_factor_data?.google_authenticator_key ?? '' }
    },

    /** And now it has, with the code of the step before this one. */
    async enroll(name: string): Promise<string> {
      const { uid, secret } = await this.askForAuthenticator(name)
      await signIn.withCode(uid, codeOf(secret, -1))
      return secret
    },

    async attempt(name: string, device_token?: string): Promise<string> {
      const answer = await signIn.withPassword(name, running.password, { device_token })
      return answer.two_factor_data?.unique_userID ?? ''
    },

    async tokenOf(name: string): Promise<string> {
      return (await signIn.withPassword(name)).auth_data?.auth_token ?? ''
    },

    /** A row of the own account. */
    own: <Name extends OwnRow>(name: Name, input: Input<(typeof accountRows)[Name]>, token: string) =>
      running.call(accountRows[name], input, token),

    /** Verify a code with any JSON in the place of rememberme_enabled. */
    async verify(uid: string, otp: string, rememberme_enabled: unknown) {
      const response = await running.ask(validateOtp.path.replace('{version}', '1.3'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ uid, otp, rememberme_enabled }),
      })
      const { message_response } = (await response.json()) as {
        message_response?: { authentication: { device_token?: string; auth_data?: object } }
      }
      return message_response?.authentication ?? {}
    },

    async stop() {
      await second?.stop()
      await running.stop()
      await postgres?.stop()
    },
  }
}
