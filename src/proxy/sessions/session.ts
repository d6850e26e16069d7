import type { authenticate } from '#contract/desktop/authentication.ts'
import type { Input } from '#contract/endpoint.ts'
import type { SignedIn } from '#contract/session.ts'
import { foldedName } from '#platform/digest.ts'

/** Whom a password is asked of: the name as it was typed, and the directory that knows it. */
export type Login = Pick<Input<typeof authenticate>, 'username' | 'auth_type' | 'domainName'>
/** Between password and one-time code: which attempt of the server the code belongs to. */
export type CodeStep = {
  uid: string
  /** Our own name of the attempt: a server may call all attempts of a person the same. */
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
  permissionsAt?: number // when a server last said that they have changed
  /** The server's number of the account, whatever name it goes by; of password and identity provider alike. */
  userId?: string | undefined
  provenByCode?: boolean // the last confirmation was a password and a code
}
/** `token` is what desktop management issued to them; `confirming` while a code is still to prove that it is them. */
export type ByPassword = Active & {
  by: 'password'
  token: string
  login: Login
  confirming?: (CodeStep & { until: number }) | undefined
}
/** `grant` names what they granted the console at the identity provider. */
export type ByCloud = Active & { by: 'cloud'; grant: string }
/** Somebody is signed in, or on the way to it. */
export type Session = AwaitingOtp | ByPassword | ByCloud
/** A session as it stands in the database. */
export type LiveSession = Session & {
  /** Names it in the database and in lists; it is no key to it. */
  hash: string
  site: string
  /** Whose sessions belong together. */
  owner: string
  startedAt: number
  seenAt: number
  expiresAt: number
  /** Until when the person need not prove again who they are; epoch milliseconds. */
  confirmedUntil: number
  address: string
  agent: string
}
/** Where a session begins, for the person to recognize it by. */
export type Whence = { site: string; address: string; agent: string }

/** Whose sessions belong together: one account of one site, however its name was typed. */
export function ownerOf(site: string, session: Session): string {
  if (session.kind === 'otp') return `${site} login ${loginKey(session.login)}`
  return session.userId ? `${site} user ${session.userId}` : `${site} name ${foldedName(session.user.name)}`
}

/** One name of one directory, however it is typed. */
export const loginKey = ({ username, domainName = '' }: Login) => `${foldedName(domainName)}\\${foldedName(username)}`
