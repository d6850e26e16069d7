import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import type { findSshKeys } from '#contract/console/ssh-key-list.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  type Association,
  type SshKey,
  sshKeyColumns,
  type SshKeyRow,
  sshKeyRows,
  sshKeyTexts,
} from '#contract/keys/rules/ssh-key-list.ts'
import { foldedText, rankOf } from '#contract/text-rank.ts'
import { byAnnotations, listInMemory, type OfAnnotations } from './list-in-memory.ts'
import { mentionSearch, wordSearch } from './search-texts.ts'

const choices = ['type', 'strength', 'passphrase', 'by']

/** SSH keys, with the accounts they grant access to if the server lists them. */
export function sshKeyList() {
  const keys: SshKey[] = []
  const associations: Association[] = []
  let isTold = false
  let page: ReturnType<typeof listInMemory<SshKeyRow>> | undefined
  let searches = searchesOf([])
  return {
    addKeys: (rows: readonly SshKey[]) => void keys.push(...rows),
    addAssociations: (rows: readonly Association[]) => void associations.push(...rows),
    /** `told`: whether the server lists accounts. */
    complete: (told: boolean) => {
      isTold = told
      const rows = sshKeyRows(keys, told ? { rows: associations, unread: [] } : undefined)
      searches = searchesOf(rows)
      page = listInMemory({ rows, columns: sshKeyColumns, choices, searches: Object.values(searches) })
    },
    prepare: () => page?.prepare() ?? false,
    page: ({ among, sortValues, ...query }: Input<typeof findSshKeys> & OfAnnotations) => {
      const { mentions, names } = query
      const wanted = mentions === undefined ? undefined : foldedText(mentions)
      const rank = (row: SshKeyRow) => rankOf(lookupTexts(row), wanted ?? '')
      const isFound = searches.words(query.search)
      const isMeant = searches.mentions(wanted)
      // A filter on unreported values is ignored.
      const filters = query.filters?.filter(({ column }) => isTold || column !== 'opens')
      return page?.(
        // Responses are cached by the complete query.
        { ...query, filters },
        {
          where: (row, at) =>
            (names === undefined || names.includes(row.key.KeyName ?? '')) && isMeant(row, at) && isFound(row, at),
          within: () => true,
          counts: {},
          ...byAnnotations({ among, sortValues }, ({ key }) => identifiersOf['ssh-key'](key.KeyName ?? '')),
          ...(wanted !== undefined && { rank: (row: SshKeyRow) => rank(row) ?? Infinity }),
        },
      )
    },
  }
}

const lookupTexts = ({ key }: SshKeyRow) => [key.KeyName, key.FingerPrint]
const searchesOf = (rows: readonly SshKeyRow[]) => ({
  words: wordSearch(rows, sshKeyTexts),
  mentions: mentionSearch(rows, lookupTexts),
})
