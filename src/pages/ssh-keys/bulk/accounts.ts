import { notTold } from '#components/offered/not-told.ts'
import type { Output } from '#contract/endpoint.ts'
import type { listHostKeys } from '#contract/keys/host-keys.ts'
import type { SshUserRow } from '#contract/keys/rules/hosts/ssh-user-list.ts'
import type { listSshResources } from '#contract/keys/ssh.ts'
import type { Associations } from '#pages/ssh-keys/associations.ts'
import { type Account, accountId } from '#contract/keys/rules/hosts/ssh-account.ts'

type Host = Output<typeof listSshResources>['rows'][number]
type HostKey = Output<typeof listHostKeys>['rows'][number]

/** By whose credentials the host is reached for this user. `untold`: the server does not tell. */
export type Reach = { by: 'own' | 'none' | 'unknown' | 'untold' } | { by: 'administrator'; name: string }

export type KeyAccount = Account & {
  /** The key opens it, as far as this service put it there. Undefined: not known. */
  isOpened: boolean | undefined
  /** authorized_keys, as the host said before. */
  path: string | undefined
  reach: Reach
}

export type Known = {
  hosts: readonly Host[]
  users: readonly Pick<SshUserRow, 'host' | 'user'>[] | undefined
  associations: Pick<Associations, 'rows' | 'unread'> | undefined
  /** Null where the server does not have them. */
  hostKeys: readonly HostKey[] | null | undefined
}

/** Every account that is known on every host: found there, opened by a key of ours, with credentials, or `named`. */
export function accountsOf(keyName: string, known: Known, named: readonly Account[]): KeyAccount[] {
  const { hosts, users = [], associations, hostKeys } = known
  return hosts.flatMap(({ ResourceName: resourceName = '' }) => {
    const credentials = hostKeys?.find((one) => one.ResourceName === resourceName)?.Credentials
    const names = new Set([
      ...users.flatMap(({ host, user }) => (host === resourceName ? user : [])),
      ...(associations?.rows ?? []).flatMap((one) => (one.ResourceName === resourceName && one.UserName) || []),
      ...(associations?.unread ?? []).flatMap((one) => (one.resourceName === resourceName ? one.userName : [])),
      ...(credentials ?? []).flatMap(({ UserName }) => UserName ?? []),
      ...named.filter((one) => one.resourceName === resourceName).map(({ userName }) => userName),
    ])
    return [...names].toSorted().map((userName) => {
      const here =
        associations?.rows.filter((one) => one.ResourceName === resourceName && one.UserName === userName) ?? []
      const isKnown =
        associations?.unread.every((one) => accountId(one) !== accountId({ resourceName, userName })) === true
      return {
        resourceName,
        userName,
        isOpened: isKnown ? here.some(({ KeyName }) => KeyName === keyName) : undefined,
        path: here.find(({ Path }) => Path)?.Path,
        reach: reachOf(userName, hostKeys, credentials),
      }
    })
  })
}

/** The user's own credentials, else those of an administrator. */
function reachOf(userName: string, hostKeys: Known['hostKeys'], credentials: HostKey['Credentials'] = []): Reach {
  if (!hostKeys) return { by: hostKeys === null ? 'untold' : 'unknown' }
  if (credentials.some(({ UserName }) => UserName === userName)) return { by: 'own' }
  const administrator = credentials.find(({ isAdmin }) => isAdmin)
  return administrator ? { by: 'administrator', name: administrator.UserName ?? 'an administrator' } : { by: 'none' }
}

export const reachText = (reach: Reach): string =>
  reach.by === 'administrator'
    ? `With credentials of ${reach.name}`
    : { own: 'With its own credentials', none: 'No credentials', unknown: 'Unknown', untold: notTold }[reach.by]

/** The file that the line goes to. */
export const fileOf = ({ path, userName }: KeyAccount): string => path ?? `~${userName}/.ssh/authorized_keys`

/** What the address chose, in its order, as far as it makes sense. */
export const chosenAmong = (accounts: readonly KeyAccount[], ids: readonly string[]): KeyAccount[] =>
  ids.flatMap((id) => accounts.find((account) => accountId(account) === id) ?? [])
