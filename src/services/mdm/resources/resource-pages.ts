import type { Kysely } from 'kysely'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import { changesBefore, listName, nextPage, placeIn, tokensOf } from '#services/mdm/list-call.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Call } from '#services/router.ts'
import { type Listed, listResources } from './resource-list.ts'
import type { ResourceKind } from './tables.ts'

type Listing = {
  limit?: number
  offset?: number
  'skip-token'?: string
  'delta-token'?: string
  search?: string
  include_trash?: boolean
}

/** A page of resources of a kind, for a list endpoint. */
export const resourcePages =
  (db: Kysely<DeviceTables>, tokens: PageTokens) =>
  async <R extends Endpoint, T>(
    { endpoint, kind, input, call }: { endpoint: R; kind: ResourceKind; input: Input<R>; call: Call },
    show: (found: readonly Listed[]) => Promise<T[]>,
  ): Promise<Page<T>> => {
    const { limit, offset, 'skip-token': _token, ...wanted } = input as Listing
    const thisList = listName({ list: endpoint.id, ...wanted })
    const after = placeIn(tokens, thisList, input as Listing)
    const slice = await listResources(db, kind, {
      limit,
      offset,
      after,
      search: wanted.search,
      changedAfter: changesBefore(tokens, wanted['delta-token']),
      hidden: wanted.include_trash ?? false,
    })
    const { skipToken, deltaToken } = tokensOf(tokens, thisList, { ...slice, after })
    const next = skipToken && nextPage(endpoint, input, call, skipToken)
    return { rows: await show(slice.rows), total: slice.total, next, deltaToken }
  }
