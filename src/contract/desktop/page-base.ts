/** Finding out which number a server gives its first page: 0 in the reference, 1 on real servers. */
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { type Json, type JsonObject, isJsonObject, stringifyJson } from '#contract/json.ts'
import { valueOf } from './envelope.ts'

type PageBase = 0 | 1

/** The first rows of a list: as it comes without any paging, or the first one of the page with this number. */
export const firstRowInput = <R extends Endpoint>(endpoint: R, input: Input<R>, page?: number): Input<R> =>
  ({
    ...(input as object),
    [endpoint.pageIndex ?? 'page']: page,
    pagelimit: page === undefined ? undefined : 1,
  }) as Input<R>

/** What an answer to a call without a number calls the page that it holds. */
export function pageBaseSaid(body: Json): PageBase | undefined {
  const response = isJsonObject(body) ? (valueOf(body, 'message_response') ?? body) : undefined
  const said = isJsonObject(response) ? Number(valueOf(response, 'page') ?? Number.NaN) : undefined
  return said === 0 || said === 1 ? said : undefined
}

/** Page 1 is the first page, or it is the second one; where there is no row at all, nobody can tell. */
export function pageBaseByRows(withoutNumber: readonly object[], ofPageOne: readonly object[]): PageBase | undefined {
  const [first] = withoutNumber
  const [other] = ofPageOne
  if (!first) return undefined
  return other && identityOf(first as JsonObject) === identityOf(other as JsonObject) ? 1 : 0
}

/** Other fields of a row change from one moment to the next. */
const identityOf = (row: JsonObject) => {
  const ids = Object.entries(row).filter(([name]) => /_id(_string)?$/.test(name))
  return stringifyJson(ids.length > 0 ? Object.fromEntries(ids) : row)
}
