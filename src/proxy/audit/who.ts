import { setUp } from '#contract/console/set-up.ts'
import { type Endpoint, type Input, revealsSecret } from '#contract/endpoint.ts'
import { signIn, verifyOtp } from '#contract/session.ts'
import type { Caller } from '#proxy/local-endpoints.ts'
import type { LiveSession } from '#proxy/sessions/session.ts'

type Reading = () => Promise<Input<Endpoint>>

/** User name as the server reports it, or as typed for sign-in attempts. Undefined for anonymous callers. */
export async function userOf(endpoint: Endpoint, { session }: Caller, input: Reading): Promise<string | undefined> {
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

/** Owner whose limit for revealed secrets applies. */
export async function limitedOwner(endpoint: Endpoint, session: LiveSession | undefined, input: Reading) {
  if (!endpoint.secret || !session) return undefined
  const given = await input().catch(() => undefined)
  return given !== undefined && revealsSecret(endpoint, given) ? session.owner : undefined
}
