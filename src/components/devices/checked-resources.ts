/**
 * Lists of mobile device management other than devices. Searching and paging are done in the browser if the server
 * ignores them.
 */
import { loadPart } from '#api/load-part.ts'
import { query } from '#api/query.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import { type ListInput, type Checked, hasText, type List, type Listed, listOf } from './call-resources.ts'
import type { correctResources } from './correct-resources.ts'

/**
 * Reads a page of a list. If the response shows that the search or paging was not applied, applies them here, using the
 * skip-tokens of the server's pages if it has them.
 */
export async function requestResources<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal) {
  const list = listOf(endpoint, input)
  const asked: ListInput = input as ListInput
  const { page, refused } = await list.call(asked, signal)
  const unmet = [...new Set([...refused, ...(await ignored(list, page, asked, signal))])]
  const found = unmet.length === 0 ? page : await corrected(list, { page, unmet, asked, signal })
  return found as unknown as Output<E> & Checked
}

export const checkedResources = <E extends Endpoint>(endpoint: E, input: Input<E>) => ({
  ...query(endpoint, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => requestResources(endpoint, input, signal),
})

const corrected = async (...given: Parameters<typeof correctResources>) =>
  (await loadPart(() => import('./correct-resources.ts'))).correctResources(...given)

const isSame = (one: object | undefined, other: object | undefined) => stringifyJson(one) === stringifyJson(other)

async function ignored(list: List, page: Listed, { search, offset = 0, limit }: ListInput, signal?: AbortSignal) {
  const { rows, total, next } = page
  const found: string[] = []
  // Searched fields are up to the server: the search counts as ignored only if the rows are the same without it.
  if (search !== undefined && !rows.every((row) => hasText(row, search))) {
    const { page: all } = await list.call({ offset, limit }, signal)
    if (rows.length > 1 && rows.length === all.rows.length && rows.every((row, at) => isSame(row, all.rows[at])))
      found.push('search')
  }
  const isCut =
    rows.length > 0 && rows.length < (limit ?? 0) && (next !== undefined || offset + rows.length < (total ?? 0))
  if (limit !== undefined && (rows.length > limit || isCut)) found.push('limit')
  if (offset > 0 && rows.length > 0) {
    const { page: first } = await list.call({ search, offset: 0, limit: 1 }, signal)
    if (isSame(first.rows[0], rows[0])) found.push('offset')
  }
  return found
}
