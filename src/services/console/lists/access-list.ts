import type { findAccess, findAssociations } from '#contract/console/access-list.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  accessColumns,
  type AccessRow,
  accessRows,
  accessText,
  accessTexts,
  keyColumn,
  keysWithColumns,
} from '#contract/keys/rules/ssh-access-list.ts'
import { type Association, placeText } from '#contract/keys/rules/ssh-key-list.ts'
import { hasWords, listInMemory } from './list-in-memory.ts'

const associationColumns = {
  host: ({ ResourceName }: Association) => ResourceName,
  user: ({ UserName }: Association) => UserName,
  key: ({ KeyName }: Association) => KeyName,
}

/** The associations of keys with accounts, by association and by account. */
export function accessList() {
  const associations: Association[] = []
  let page: ReturnType<typeof listInMemory<Association>> | undefined
  let accounts: ReturnType<typeof listInMemory<AccessRow>> | undefined
  let keys = { names: [] as string[], left: 0 }
  return {
    addAssociations: (rows: readonly Association[]) => void associations.push(...rows),
    complete: () => {
      page = listInMemory({ rows: associations, columns: associationColumns, choices: [] })
      const rows = accessRows(associations)
      keys = keysWithColumns(rows)
      const byKey = keys.names.map((name) => [keyColumn(name), (row: AccessRow) => accessText(row, name)] as const)
      accounts = listInMemory({
        rows,
        columns: { ...accessColumns, ...Object.fromEntries(byKey) },
        choices: byKey.map(([column]) => column),
      })
    },
    page: (query: Input<typeof findAssociations>) => {
      const { search = '', keys: wanted, host } = query
      const isFound = hasWords(search, (row: Association) => [row.KeyName, placeText(row)])
      return page?.(query, {
        where: (row) =>
          (wanted === undefined || wanted.includes(row.KeyName ?? '')) &&
          (host === undefined || row.ResourceName === host) &&
          isFound(row),
        within: () => true,
        counts: {},
      })
    },
    accounts: (query: Input<typeof findAccess>) => {
      const found = accounts?.(query, {
        where: hasWords(query.search ?? '', accessTexts),
        within: () => true,
        counts: {},
      })
      return found && { ...found, keys }
    },
  }
}
