import type { findIssued } from '#contract/console/issued-list.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  type IssuedBy,
  issuedByIssuer,
  type IssuedCertificate,
  issuedColumns,
  issuedOf,
  issuedTexts,
  needsRevoking,
} from '#contract/keys/rules/issued-list.ts'
import type { IssuedRow } from '#contract/keys/rules/revocation-state.ts'
import { listInMemory } from './list-in-memory.ts'
import { wordSearch } from './search-texts.ts'

const choices = ['state', 'reason', 'issuer']

/** Certificates issued by the authorities, newest first. */
export function issuedList(now: number) {
  const issued: IssuedRow[] = []
  let page: ReturnType<typeof listInMemory<IssuedCertificate>> | undefined
  let words = wordSearch([], issuedTexts)
  let about: { issuers: IssuedBy[]; hasDeleted: boolean } = { issuers: [], hasDeleted: false }
  return {
    addIssued: (rows: readonly IssuedRow[]) => void issued.push(...rows),
    complete: () => {
      const rows = issuedOf(issued, now)
      words = wordSearch(rows, issuedTexts)
      page = listInMemory({ rows, columns: issuedColumns, choices, searches: [words] })
      about = { issuers: issuedByIssuer(rows), hasDeleted: rows.some(needsRevoking) }
    },
    prepare: () => page?.prepare() ?? false,
    page: (query: Input<typeof findIssued>) => {
      const { search, states, issuer } = query
      const isFound = words(search)
      const found = page?.(query, {
        where: (row, at) =>
          (states === undefined || states.includes(row.revocation.state)) &&
          (issuer === undefined || row.issuer === issuer) &&
          isFound(row, at),
        within: () => true,
        counts: {},
      })
      return found && { ...found, ...about }
    },
  }
}
