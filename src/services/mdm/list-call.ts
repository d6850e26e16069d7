import { createHash } from 'node:crypto'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import type { Page } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import type { Place } from '#services/lists/page-anchors.ts'
import type { Call } from '#services/router.ts'
import type { PageTokens } from './page-token.ts'
import { type Changes, changesIn } from './resources/change-numbers.ts'

/** Binds a token to its list with filters and order. */
export const listName = (parameters: object) => createHash('sha256').update(JSON.stringify(parameters)).digest('base64')

/** Name of the caller for records. */
export const callerName = ({ caller }: Call) => caller?.name ?? ''

/** End of a page, and changes known at the start of paging. */
export type WalkPlace = Place & { changes?: Changes | undefined }

/** Position of a skip-token, which cannot be combined with an offset. */
export function placeIn(
  tokens: PageTokens,
  list: string,
  input: { 'skip-token'?: string; offset?: number },
): WalkPlace | undefined {
  const token = input['skip-token']
  if (token === undefined) return undefined
  const { key, pk, changes } = tokens.read(list, token) ?? {}
  if (input.offset !== undefined || typeof key !== 'string' || typeof pk !== 'number') {
    throw new Problem('COM0003', 'skip-token: is not one of this list', { field: 'skip-token' })
  }
  return { key, pk, changes: changesIn(changes) }
}

const deltas = 'deltas'

/** Changes known when a delta-token was issued. */
export function changesBefore(tokens: PageTokens, token: string | undefined): Changes | undefined {
  if (token === undefined) return undefined
  const known = changesIn(tokens.read(deltas, token)?.changed)
  if (!known) throw new Problem('COM0021', undefined, { field: 'delta-token' })
  return known
}

/**
 * Tokens of a page. All pages have the delta-token of the first, so that changes during paging are in the next delta.
 */
export function tokensOf(
  tokens: PageTokens,
  list: string,
  { after, end, changes: known }: { after: WalkPlace | undefined; end: Place | undefined; changes: Changes },
) {
  const changes = after?.changes ?? known
  return {
    skipToken: end && tokens.write(list, { ...end, changes }),
    deltaToken: tokens.write(deltas, { changed: changes }),
  }
}

/** Absolute URL of the next page, with the address of the request. */
export const nextPage = <R extends Endpoint>(endpoint: R, input: Input<R>, call: Call, skipToken: string) =>
  addressOf(
    call,
    toRequest(endpoint, { ...(input as object), offset: undefined, 'skip-token': skipToken } as Input<R>, call.speaks)
      .target,
  )

type Listing = { limit?: number | undefined; offset?: number | undefined; 'skip-token'?: string | undefined }

/** A page of a list in memory, ordered by key; the next page starts after the last key. */
export function pageOf<R extends Endpoint, T>(
  { endpoint, input, call, tokens }: { endpoint: R; input: Input<R>; call: Call; tokens: PageTokens },
  items: readonly T[],
  keyOf: (item: T, index: number) => string = (_, index) => String(index).padStart(9, '0'),
): Page<T> {
  const { limit = pageLimit.default, offset = 0, 'skip-token': _token, ...rest } = input as Listing
  const list = `${endpoint.id} ${listName(rest)}`
  const after = placeIn(tokens, list, input as { 'skip-token'?: string; offset?: number })
  const keyed = items.map((item, index) => ({ item, key: keyOf(item, index) }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1))
  const left = after ? keyed.filter(({ key }) => key > after.key) : keyed.slice(offset)
  const shown = left.slice(0, limit)
  const last = left.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(({ item }) => item),
    total: items.length,
    next: last && nextPage(endpoint, input, call, tokens.write(list, { key: last.key, pk: 0 })),
  }
}

export const addressOf = ({ origin }: Call, target: string) => origin + target
