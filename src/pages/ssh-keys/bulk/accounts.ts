import { reachText, type SshUserRow } from '#contract/keys/rules/hosts/ssh-user-list.ts'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'

export type KeyAccount = Account & {
  /** The key opens it, as far as this service put it there. Undefined: not known. */
  isOpened: boolean | undefined
  /** authorized_keys, as the host said before. */
  path: string | undefined
  /** By whose credentials the host is reached for this user. */
  reach: string
  /** No credentials, so that nothing can be deployed. */
  isUnreachable: boolean
}

/** An account as one of those that a key may be written to. */
export const accountOf =
  (keyName: string) =>
  ({ host, user, keys, path, reach }: SshUserRow): KeyAccount => ({
    resourceName: host,
    userName: user,
    isOpened: keys?.includes(keyName),
    path,
    reach: reachText(reach) ?? 'Unknown',
    isUnreachable: reach?.by === 'none',
  })

/** The file that the line goes to. */
export const fileOf = ({ path, userName }: KeyAccount): string => path ?? `~${userName}/.ssh/authorized_keys`
