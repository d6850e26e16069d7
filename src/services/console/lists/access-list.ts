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
import { listInMemory } from './list-in-memory.ts'
import { wordSearch } from './search-texts.ts'

const associationColumns = {
  host: ({ ResourceName }: Association) => ResourceName,
  user: ({ UserName }: Association) => UserName,
  key: ({ KeyName }: Association) => KeyName,
}

const associationTexts = (row: Association) => [row.KeyName, placeText(row)]

/** SSH access list, built from associations of keys and accounts. */
export function accessList() {
  const associations: Association[] = []
  let page: ReturnType<typeof listInMemory<Association>> | undefined
  let accounts: ReturnType<typeof listInMemory<AccessRow>> | undefined
  let words = wordSearch([], associationTexts)
  let accountWords = wordSearch([], accessTexts)
  let keys = { names: [] as string[], left: 0 }
  return {
    addAssociations: (rows: readonly Association[]) => void associations.push(...rows),
    complete: () => {
      words = wordSearch(associations, associationTexts)
      page = listInMemory({ rows: associations, columns: associationColumns, choices: [], searches: [words] })
      const rows = accessRows(associations)
      keys = keysWithColumns(rows)
      accountWords = wordSearch(rows, accessTexts)
      const byKey = keys.names.map((name) => [keyColumn(name), (row: AccessRow) => accessText(row, name)] as const)
      accounts = listInMemory({
        rows,
        columns: { ...accessColumns, ...Object.fromEntries(byKey) },
        choices: byKey.map(([column]) => column),
        searches: [accountWords],
      })
    },
    prepare: () => (page?.prepare() ?? false) || (accounts?.prepare() ?? false),
    page: (query: Input<typeof findAssociations>) => {
      const { search, keys: wanted, host } = query
      const isFound = words(search)
      return page?.(query, {
        where: (row, at) =>
          (wanted === undefined || wanted.includes(row.KeyName ?? '')) &&
          (host === undefined || row.ResourceName === host) &&
          isFound(row, at),
        within: () => true,
        counts: {},
      })
    },
    accounts: (query: Input<typeof findAccess>) => {
      const found = accounts?.(query, {
        where: accountWords(query.search),
        within: () => true,
        counts: {},
      })
      return found && { ...found, keys }
    },
  }
}
