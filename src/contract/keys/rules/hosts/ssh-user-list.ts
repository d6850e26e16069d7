/** Users of managed hosts: what their list shows, and is searched, sorted and filtered by. */
import type { Output } from '#contract/endpoint.ts'
import type { listHostKeys } from '#contract/keys/host-keys.ts'
import type { Association } from '#contract/keys/rules/ssh-key-list.ts'
import type { SshUser } from '#contract/keys/rules/ssh-host-list.ts'

export type HostKey = Output<typeof listHostKeys>['rows'][number]

/** By whose credentials a host is reached for a user. */
type Reach = { by: 'own' | 'administrator' | 'none'; name?: string | undefined }

export type SshUserRow = {
  host: string
  user: string
  /** Found on the host when it was looked at last; else known by a key that was put there. */
  isFound: boolean
  /** Absent where the server does not tell who has a key. */
  hasKey?: boolean | undefined
  /** The keys that grant access; absent where the server does not list that. */
  keys?: string[] | undefined
  /** File of the keys, as the host said before. */
  path?: string | undefined
  /** Absent where the server does not tell credentials. */
  reach?: Reach | undefined
}

type Told = {
  found: readonly SshUser[]
  /** Users with a key; undefined where they are not told. */
  withKeys: readonly SshUser[] | undefined
  associations: readonly Association[] | undefined
  hostKeys: readonly HostKey[] | undefined
}

/** Users by page, and any account at all. */
export function sshUserRows({ found, withKeys, associations, hostKeys }: Told) {
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

/** The user's own credentials, else those of an administrator. */
function reachOf(user: string, credentials: HostKey['Credentials'] = []): Reach {
  if (credentials.some(({ UserName }) => UserName === user)) return { by: 'own' }
  const administrator = credentials.find(({ isAdmin }) => isAdmin)
  return administrator ? { by: 'administrator', name: administrator.UserName } : { by: 'none' }
}

/** Nothing but stored credentials says that there is such a user. */
export const isLoginOnly = ({ isFound, hasKey }: SshUserRow) => !isFound && hasKey !== true

/** In words; undefined where nobody tells. */
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

/** What a search looks in. */
export const sshUserTexts = ({ host, user, keys = [] }: SshUserRow) => [host, user, ...keys]
