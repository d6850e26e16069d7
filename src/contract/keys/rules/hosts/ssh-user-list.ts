/** Users of managed hosts: what their list shows, and is searched, sorted and filtered by. */
import type { Association } from '#contract/keys/rules/ssh-key-list.ts'
import type { SshUser } from '#contract/keys/rules/ssh-host-list.ts'

export type SshUserRow = {
  host: string
  user: string
  /** Found on the host when it was looked at last; else known by a key that was put there. */
  isFound: boolean
  /** Absent where the server does not tell who has a key. */
  hasKey?: boolean | undefined
  /** The keys that grant access; absent where the server does not list that. */
  keys?: string[] | undefined
}

type Told = {
  found: readonly SshUser[]
  /** Users with a key; undefined where they are not told. */
  withKeys: readonly SshUser[] | undefined
  associations: readonly Association[] | undefined
}

export function sshUserRows({ found, withKeys, associations }: Told): SshUserRow[] {
  const rows = new Map<string, SshUserRow>()
  const rowOf = ({ ResourceName: host = '', UserName: user = '' }: SshUser): SshUserRow => {
    const id = JSON.stringify([host, user])
    const row = rows.get(id) ?? {
      host,
      user,
      isFound: false,
      ...((withKeys ?? associations) && { hasKey: false }),
      ...(associations && { keys: [] }),
    }
    rows.set(id, row)
    return row
  }
  for (const one of found) rowOf(one).isFound = true
  for (const one of withKeys ?? []) rowOf(one).hasKey = true
  for (const one of associations ?? []) {
    const row = rowOf(one)
    row.hasKey = true
    row.keys?.push(one.KeyName ?? '')
  }
  return [...rows.values()]
}

const foundText = ({ isFound }: SshUserRow) => (isFound ? 'Yes' : 'No, known from a key')

export const sshUserColumns = {
  user: ({ user }: SshUserRow) => user,
  host: ({ host }: SshUserRow) => host,
  found: foundText,
  keys: ({ keys }: SshUserRow) => keys?.join(', '),
}

/** What a search looks in. */
export const sshUserTexts = ({ host, user, keys = [] }: SshUserRow) => [host, user, ...keys]
