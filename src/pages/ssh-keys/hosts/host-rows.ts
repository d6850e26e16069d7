import type { Output } from '#contract/endpoint.ts'
import type { listSshResources, listSshUsers } from '#contract/keys/ssh.ts'
import type { Association } from '#pages/ssh-keys/keys/ssh-key-rows.ts'

export type SshHost = Output<typeof listSshResources>['rows'][number]
type SshUser = Output<typeof listSshUsers>['rows'][number]

export type HostUser = {
  user: string
  /** Found on the host when it was looked at last; else known by a key that was put there. */
  isFound: boolean
  keys: string[]
}

/** Who has an account on a host, and which of our keys open it. */
export function usersOf(host: string, users: readonly SshUser[], associations: readonly Association[]): HostUser[] {
  const found = new Set(users.filter(({ ResourceName }) => ResourceName === host).map(({ UserName = '' }) => UserName))
  const here = associations.filter(({ ResourceName }) => ResourceName === host)
  const names = new Set([...found, ...here.map(({ UserName = '' }) => UserName)])
  return [...names].toSorted().map((user) => ({
    user,
    isFound: found.has(user),
    keys: here.filter(({ UserName }) => UserName === user).map(({ KeyName = '' }) => KeyName),
  }))
}
