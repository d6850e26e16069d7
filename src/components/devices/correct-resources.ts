import { pageLimit } from '#contract/mdm/device-list.ts'
import { skipTokenOf } from '#contract/page.ts'
import { maxWalked } from '#contract/fleet/walk-devices.ts'
import { type ListInput, type Checked, hasText, type List, type Listed } from './call-resources.ts'
import { rowsByToken } from './rows-by-token.ts'

type Corrected = { page: Listed; unmet: string[]; asked: ListInput; signal: AbortSignal | undefined }

/** Applies the search and the paging that the server did not, if the whole list can be loaded. */
export async function correctResources(
  list: List,
  { page, unmet, asked, signal }: Corrected,
): Promise<Listed & Checked> {
  const { search, offset = 0, limit = pageLimit.default } = asked
  const isSearchedHere = search !== undefined && unmet.includes('search')
  const rest = isSearchedHere ? {} : { search }
  const rows = await everyRow(list, rest, signal)
  if (rows) {
    const found = isSearchedHere ? rows.filter((row) => hasText(row, search)) : rows
    return { rows: found.slice(offset, offset + limit), total: found.length, unmet, isCorrected: true }
  }
  const part = await rowsByToken(list, { ...list.more, ...rest, offset, limit }, signal)
  if (part && !isSearchedHere) return { rows: part.rows, ...(part.total !== undefined && { total: part.total }) }
  return { rows: page.rows, ...(isSearchedHere ? {} : { total: page.total }), unmet, isCorrected: false }
}

/** All rows; undefined if the list is too long or the server provides no further pages. */
async function everyRow(list: List, asked: ListInput, signal?: AbortSignal): Promise<object[] | undefined> {
  const { page } = await list.call({ ...asked, limit: pageLimit.max }, signal)
  const isOne = skipTokenOf(page.next) === undefined && (page.total ?? 0) <= page.rows.length
  // A full page without a total can be followed by more rows.
  if (isOne && (page.total !== undefined || page.rows.length !== pageLimit.max)) return page.rows
  const found = await rowsByToken(list, { ...list.more, ...asked, offset: 0, limit: maxWalked + 1 }, signal)
  return found && found.rows.length <= maxWalked ? found.rows : undefined
}
