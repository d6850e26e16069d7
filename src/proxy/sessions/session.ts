import type { authenticate } from '#contract/desktop/authentication.ts'
import type { Input } from '#contract/endpoint.ts'
import type { SignedIn } from '#contract/session.ts'
import { foldedName } from '#platform/digest.ts'

/** Account for a password sign-in: the name as typed, and its directory. */
export type Login = Pick<Input<typeof authenticate>, 'username' | 'auth_type' | 'domainName'>
/** A pending one-time code, and the server's sign-in attempt that it belongs to. */
export type CodeStep = {
  uid: string
  /** Own ID of the attempt: a server may use the same ID for all attempts of an account. */
  challenge: string
  message: string
}
type AwaitingOtp = CodeStep & {
  kind: 'otp'
  login: Login
  rememberDays: number
  enrollment?: { secret: string; address: string }
}
type Active = {
  kind: 'signed-in'
  user: SignedIn['user']
  permissionsAt?: number // last time a server reported changed permissions
  /** Account ID at the server, independent of the login name. */
  userId?: string | undefined
  provenByCode?: boolean // the last confirmation used password and code
}
/** `token` is issued by desktop management; `confirming` is set while an identity confirmation awaits its code. */
export type ByPassword = Active & {
  by: 'password'
  token: string
  login: Login
  confirming?: (CodeStep & { until: number }) | undefined
}
/** `grant` is the ID of the OAuth grant. */
export type ByCloud = Active & { by: 'cloud'; grant: string }
/** A session, complete or awaiting its one-time code. */
export type Session = AwaitingOtp | ByPassword | ByCloud
/** A session as stored in the database. */
export type LiveSession = Session & {
  /** Identifies the session in the database and in lists; grants no access. */
  hash: string
  site: string
  /** Groups the sessions of an account. */
  owner: string
  startedAt: number
  seenAt: number
  expiresAt: number
  /** End of the last identity confirmation, epoch milliseconds. */
  confirmedUntil: number
  address: string
  agent: string
}
/** Client details that help users recognize a session. */
export type Whence = { site: string; address: string; agent: string }

/** Groups sessions by site and account, independent of how the name was typed. */
export function ownerOf(site: string, session: Session): string {
  if (session.kind === 'otp') return `${site} login ${loginKey(session.login)}`
  return session.userId ? `${site} user ${session.userId}` : `${site} name ${foldedName(session.user.name)}`
}

/** A login name, normalized. */
export const loginKey = ({ username, domainName = '' }: Login) => `${foldedName(domainName)}\\${foldedName(username)}`
