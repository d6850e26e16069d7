import type { findSshUsers } from '#contract/console/ssh-user-list.ts'
import type { Input } from '#contract/endpoint.ts'
import type { SshUser } from '#contract/keys/rules/ssh-host-list.ts'
import type { Association } from '#contract/keys/rules/ssh-key-list.ts'
import {
  type HostKey,
  isLoginOnly,
  sshUserColumns,
  type SshUserRow,
  sshUserRows,
  sshUserTexts,
} from '#contract/keys/rules/hosts/ssh-user-list.ts'
import { listInMemory } from './list-in-memory.ts'
import { hasWords } from './search-texts.ts'

/** Users of all hosts: found there, or with a managed key. */
export function userList() {
  const found: SshUser[] = []
  const withKeys: SshUser[] = []
  const associations: Association[] = []
  const hostKeys: HostKey[] = []
  let rowOf: ReturnType<typeof sshUserRows>['rowOf'] | undefined
  let page: ReturnType<typeof listInMemory<SshUserRow>> | undefined
  let areKeysTold = false
  return {
    addUsers: (rows: readonly SshUser[]) => void found.push(...rows),
    addAssociated: (rows: readonly SshUser[]) => void withKeys.push(...rows),
    addAssociations: (rows: readonly Association[]) => void associations.push(...rows),
    addHostKeys: (rows: readonly HostKey[]) => void hostKeys.push(...rows),
    /** Which additional data the server reported. */
    complete: (told: { withKeys: boolean; associations: boolean; logins: boolean }) => {
      areKeysTold = told.withKeys || told.associations
      const users = sshUserRows({
        found,
        withKeys: told.withKeys ? withKeys : undefined,
        associations: told.associations ? associations : undefined,
        hostKeys: told.logins ? hostKeys : undefined,
      })
      rowOf = users.rowOf
      page = listInMemory({ rows: users.rows, columns: sshUserColumns, choices: ['host', 'found', 'reach'] })
    },
    page: (query: Input<typeof findSshUsers>) => {
      const { host, withKeys: onlyWithKeys, withLogins = false, granted, accounts } = query
      const ofAccounts =
        rowOf && accounts?.map(({ host, user }) => rowOf?.(host, user)).filter((row) => row !== undefined)
      if (ofAccounts)
        return {
          rows: ofAccounts,
          total: ofAccounts.length,
          options: {},
          counts: { found: ofAccounts.filter(({ isFound }) => isFound).length },
        }
      const isFound = hasWords(query.search ?? '', sshUserTexts)
      const answer = page?.(query, {
        where: (row) => (host === undefined || row.host === host) && (withLogins || !isLoginOnly(row)) && isFound(row),
        // Users with unreported keys are included.
        within: ({ hasKey, keys }) =>
          (onlyWithKeys !== true || hasKey !== false) &&
          (granted === undefined || keys === undefined || keys.includes(granted.key) === granted.is),
        counts: { found: ({ isFound }) => isFound, withKeys: ({ hasKey }) => hasKey === true },
      })
      if (!answer) return undefined
      const { found: foundCount = 0, withKeys: keyCount = 0 } = answer.counts
      return { ...answer, counts: { found: foundCount, ...(areKeysTold && { withKeys: keyCount }) } }
    },
  }
}
