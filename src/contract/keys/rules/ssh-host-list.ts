/** List of hosts with managed SSH keys: rows, search, sorting and filters. */
import type { Output } from '#contract/endpoint.ts'
import type { listSshResources, listSshUsers } from '#contract/keys/ssh.ts'
import { instantOf } from '#contract/time.ts'

export type SshHost = Output<typeof listSshResources>['rows'][number]
export type SshUser = Output<typeof listSshUsers>['rows'][number]

/** `users`: number found on the host or with a managed key; undefined if the request failed. */
export type SshHostRow = { host: SshHost; users?: number | undefined }

/** `users`: those found on hosts and those with keys, possibly overlapping. */
export function sshHostRows(hosts: readonly SshHost[], users: readonly SshUser[] | undefined): SshHostRow[] {
  const names = new Map<string, Set<string>>()
  for (const { ResourceName = '', UserName = '' } of users ?? [])
    names.set(ResourceName, (names.get(ResourceName) ?? new Set<string>()).add(UserName))
  return hosts.map((host) => ({ host, ...(users && { users: names.get(host.ResourceName ?? '')?.size ?? 0 }) }))
}

export const sshHostColumns = {
  name: ({ host }: SshHostRow) => host.ResourceName,
  address: ({ host }: SshHostRow) => host.IPADDRESS,
  port: ({ host }: SshHostRow) => host.Port,
  description: ({ host }: SshHostRow) => host.Description,
  users: ({ users }: SshHostRow) => users,
  added: ({ host: { CreationTime } }: SshHostRow) => instantOf(CreationTime) ?? (CreationTime || undefined),
}

/** Searched texts. */
export const sshHostTexts = ({ host }: SshHostRow) => [
  host.ResourceName,
  host.IPADDRESS,
  host.Description,
  host.LandingServerName,
]
