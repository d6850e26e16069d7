import type { findSshUsers } from '#contract/console/ssh-user-list.ts'
import type { Input } from '#contract/endpoint.ts'
import type { SshUser } from '#contract/keys/rules/ssh-host-list.ts'
import type { Association } from '#contract/keys/rules/ssh-key-list.ts'
import { sshUserColumns, type SshUserRow, sshUserRows, sshUserTexts } from '#contract/keys/rules/hosts/ssh-user-list.ts'
import { hasWords, listInMemory } from './list-in-memory.ts'

/** The users of all hosts: found there, or with a key of ours. */
export function userList() {
  const found: SshUser[] = []
  const withKeys: SshUser[] = []
  const associations: Association[] = []
  let page: ReturnType<typeof listInMemory<SshUserRow>> | undefined
  let areKeysTold = false
  return {
    addUsers: (rows: readonly SshUser[]) => void found.push(...rows),
    addAssociated: (rows: readonly SshUser[]) => void withKeys.push(...rows),
    addAssociations: (rows: readonly Association[]) => void associations.push(...rows),
    /** What the server has told besides. */
    complete: (told: { withKeys: boolean; associations: boolean }) => {
      areKeysTold = told.withKeys || told.associations
      const rows = sshUserRows({
        found,
        withKeys: told.withKeys ? withKeys : undefined,
        associations: told.associations ? associations : undefined,
      })
      page = listInMemory({ rows, columns: sshUserColumns, choices: ['host', 'found'] })
    },
    page: (query: Input<typeof findSshUsers>) => {
      const { host, withKeys: onlyWithKeys } = query
      const isFound = hasWords(query.search ?? '', sshUserTexts)
      const answer = page?.(query, {
        where: (row) => (host === undefined || row.host === host) && isFound(row),
        // Of whom nobody knows it, a key is possible.
        within: ({ hasKey }) => onlyWithKeys !== true || hasKey !== false,
        counts: { found: ({ isFound }) => isFound, withKeys: ({ hasKey }) => hasKey === true },
      })
      if (!answer) return undefined
      const { found: foundCount = 0, withKeys: keyCount = 0 } = answer.counts
      return { ...answer, counts: { found: foundCount, ...(areKeysTold && { withKeys: keyCount }) } }
    },
  }
}
