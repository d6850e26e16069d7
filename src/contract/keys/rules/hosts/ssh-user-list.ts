/** List of users of managed hosts: rows, search, sorting and filters. */
import type { Output } from '#contract/endpoint.ts'
import type { listHostKeys } from '#contract/keys/host-keys.ts'
import type { Association } from '#contract/keys/rules/ssh-key-list.ts'
import type { SshUser } from '#contract/keys/rules/ssh-host-list.ts'

export type HostKey = Output<typeof listHostKeys>['rows'][number]

/** Credentials used to reach a host for a user. */
type Reach = { by: 'own' | 'administrator' | 'none'; name?: string | undefined }

export type SshUserRow = {
  host: string
  user: string
  /** Found on the host at its last check; otherwise known only from a deployed key or credentials. */
  isFound: boolean
  /** Absent if the server does not report who has keys. */
  hasKey?: boolean | undefined
  /** Keys that grant access; absent if the server does not list them. */
  keys?: string[] | undefined
  /** Path of the authorized keys file, as last reported by the host. */
  path?: string | undefined
  /** Absent if the server does not report credentials. */
  reach?: Reach | undefined
}

type ReportedUsers = {
  found: readonly SshUser[]
  /** Users with a key; undefined if not reported. */
  withKeys: readonly SshUser[] | undefined
  associations: readonly Association[] | undefined
  hostKeys: readonly HostKey[] | undefined
}

/** Rows of all known users, and a lookup of any account. */
export function sshUserRows({ found, withKeys, associations, hostKeys }: ReportedUsers) {
  const rows = new Map<string, SshUserRow>()
  const credentialsOf = new Map(hostKeys?.map(({ ResourceName, Credentials = [] }) => [ResourceName, Credentials]))
  const idOf = (host: string, user: string) => JSON.stringify([host, user])
  const unknownRow = (host: string, user: string): SshUserRow => ({
    host,
    user,
    isFound: false,
    ...((withKeys ?? associations) && { hasKey: false }),
    ...(associations && { keys: [] }),
    ...(hostKeys && { reach: reachOf(user, credentialsOf.get(host)) }),
  })
  const rowOf = ({ ResourceName: host = '', UserName: user = '' }: SshUser): SshUserRow => {
    const id = idOf(host, user)
    const row = rows.get(id) ?? unknownRow(host, user)
    rows.set(id, row)
    return row
  }
  for (const one of found) rowOf(one).isFound = true
  for (const one of withKeys ?? []) rowOf(one).hasKey = true
  for (const one of associations ?? []) {
    const row = rowOf(one)
    row.hasKey = true
    row.keys?.push(one.KeyName ?? '')
    row.path ??= one.Path
  }
  for (const [ResourceName, credentials] of credentialsOf)
    for (const { UserName } of credentials) if (ResourceName && UserName) rowOf({ ResourceName, UserName })
  return {
    rows: [...rows.values()],
    rowOf: (host: string, user: string) => rows.get(idOf(host, user)) ?? unknownRow(host, user),
  }
}

/** The user's own credentials, or else an administrator's. */
function reachOf(user: string, credentials: HostKey['Credentials'] = []): Reach {
  if (credentials.some(({ UserName }) => UserName === user)) return { by: 'own' }
  const administrator = credentials.find(({ isAdmin }) => isAdmin)
  return administrator ? { by: 'administrator', name: administrator.UserName } : { by: 'none' }
}

/** Whether a user is known from stored credentials only. */
export const isLoginOnly = ({ isFound, hasKey }: SshUserRow) => !isFound && hasKey !== true

/** Display text; undefined if not reported. */
export const reachText = (reach: Reach | undefined): string | undefined =>
  reach &&
  {
    own: 'With its own credentials',
    administrator: `With credentials of ${reach.name ?? 'an administrator'}`,
    none: 'No credentials',
  }[reach.by]

const foundText = (row: SshUserRow) =>
  row.isFound ? 'Yes' : isLoginOnly(row) ? 'No, known from credentials' : 'No, known from a key'

export const sshUserColumns = {
  user: ({ user }: SshUserRow) => user,
  host: ({ host }: SshUserRow) => host,
  found: foundText,
  keys: ({ keys }: SshUserRow) => keys?.join(', '),
  reach: ({ reach }: SshUserRow) => reachText(reach),
}

/** Searched texts. */
export const sshUserTexts = ({ host, user, keys = [] }: SshUserRow) => [host, user, ...keys]
