import type { SshUser } from '#contract/keys/rules/ssh-host-list.ts'
import type { Associations } from '#pages/ssh-keys/associations.ts'

export type HostUser = {
  user: string
  /** Found on the host when it was looked at last; else known by a key that was put there. */
  isFound: boolean
  /** Undefined while they are not known. */
  keys: string[] | undefined
  /** Why they are not. */
  unread?: string | undefined
}

/** Who has an account on a host, and which of our keys open it. */
export function usersOf(
  host: string,
  users: readonly SshUser[],
  associations: Pick<Associations, 'rows' | 'unread'> | undefined,
): HostUser[] {
  const found = new Set(users.filter(({ ResourceName }) => ResourceName === host).map(({ UserName = '' }) => UserName))
  const here = associations?.rows.filter(({ ResourceName }) => ResourceName === host) ?? []
  const unread = associations?.unread.filter(({ resourceName }) => resourceName === host) ?? []
  const names = new Set([
    ...found,
    ...here.map(({ UserName = '' }) => UserName),
    ...unread.map(({ userName }) => userName),
  ])
  return [...names].toSorted().map((user) => {
    const reason = unread.find(({ userName }) => userName === user)?.reason
    const isKnown = associations !== undefined && reason === undefined
    const keys = here.filter(({ UserName }) => UserName === user).map(({ KeyName = '' }) => KeyName)
    return { user, isFound: found.has(user), keys: isKnown ? keys : undefined, unread: reason }
  })
}
