/** Detects the number of a server's first page: 0 in the reference, 1 on real servers. */
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { type Json, type JsonObject, isJsonObject, stringifyJson } from '#contract/json.ts'
import { valueOf } from './envelope.ts'

type PageBase = 0 | 1

/** Requests the first rows: without paging, or one row of the page with this number. */
export const firstRowInput = <R extends Endpoint>(endpoint: R, input: Input<R>, page?: number): Input<R> =>
  ({
    ...(input as object),
    [endpoint.pageIndex ?? 'page']: page,
    pagelimit: page === undefined ? undefined : 1,
  }) as Input<R>

/** The page number in a response to a request without one. */
export function reportedPageBase(body: Json): PageBase | undefined {
  const response = isJsonObject(body) ? (valueOf(body, 'message_response') ?? body) : undefined
  const said = isJsonObject(response) ? Number(valueOf(response, 'page') ?? Number.NaN) : undefined
  return said === 0 || said === 1 ? said : undefined
}

/** Whether page 1 is the first page (base 1) or the second (base 0); undefined for an empty list. */
export function pageBaseByRows(withoutNumber: readonly object[], ofPageOne: readonly object[]): PageBase | undefined {
  const [first] = withoutNumber
  const [other] = ofPageOne
  if (!first) return undefined
  return other && identityOf(first as JsonObject) === identityOf(other as JsonObject) ? 1 : 0
}

/** Compared by ID, since other fields may change between two requests. */
const identityOf = (row: JsonObject) => {
  const ids = Object.entries(row).filter(([name]) => /_id(_string)?$/.test(name))
  return stringifyJson(ids.length > 0 ? Object.fromEntries(ids) : row)
}
