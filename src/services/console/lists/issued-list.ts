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
import { hasWords, listInMemory } from './list-in-memory.ts'

const choices = ['state', 'reason', 'issuer']

/** What the authorities have issued, the newest first. */
export function issuedList(now: number) {
  const issued: IssuedRow[] = []
  let page: ReturnType<typeof listInMemory<IssuedCertificate>> | undefined
  let about: { issuers: IssuedBy[]; hasDeleted: boolean } = { issuers: [], hasDeleted: false }
  return {
    addIssued: (rows: readonly IssuedRow[]) => void issued.push(...rows),
    complete: () => {
      const rows = issuedOf(issued, now)
      page = listInMemory({ rows, columns: issuedColumns, choices })
      about = { issuers: issuedByIssuer(rows), hasDeleted: rows.some(needsRevoking) }
    },
    page: (query: Input<typeof findIssued>) => {
      const { search = '', states, issuer } = query
      const isFound = hasWords(search, issuedTexts)
      const found = page?.(query, {
        where: (row) =>
          (states === undefined || states.includes(row.revocation.state)) &&
          (issuer === undefined || row.issuer === issuer) &&
          isFound(row),
        within: () => true,
        counts: {},
      })
      return found && { ...found, ...about }
    },
  }
}
