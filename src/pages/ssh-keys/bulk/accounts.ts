import { reachText, type SshUserRow } from '#contract/keys/rules/hosts/ssh-user-list.ts'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'

export type KeyAccount = Account & {
  /** Whether the key grants access, as far as this service deployed it; undefined if unknown. */
  isOpened: boolean | undefined
  /** Path of authorized_keys, as last read from the host. */
  path: string | undefined
  /** Credentials with which the service connects for this user. */
  reach: string
  /** Without credentials, nothing can be deployed. */
  isUnreachable: boolean
}

/** Converts a row to an account for deployment of a key. */
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

/** Path of the authorized_keys file. */
export const fileOf = ({ path, userName }: KeyAccount): string => path ?? `~${userName}/.ssh/authorized_keys`
