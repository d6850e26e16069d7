/** Where pages start: from 0 here, from 1 at some servers. */
import type { Endpoint } from './endpoint.ts'
import type { JsonObject } from './json.ts'

/** The index of a page, shifted; what is no index stays, to be refused by its name. */
export function withPageBase(endpoint: Endpoint, wire: JsonObject, base: number): JsonObject {
  if (endpoint.pageIndex === undefined || base === 0) return wire
  const index = wire[endpoint.pageIndex]
  const isIndex = typeof index === 'number' || (typeof index === 'string' && /^\d+$/.test(index))
  return isIndex ? { ...wire, [endpoint.pageIndex]: Number(index) + base } : wire
}

/** Both travel together (desktop-management, Paging): a number of rows is of the first page where nobody says which. */
export const withBothPaging = (endpoint: Endpoint, wire: JsonObject): JsonObject =>
  endpoint.pageIndex === undefined || wire.pagelimit === undefined || wire[endpoint.pageIndex] !== undefined
    ? wire
    : { [endpoint.pageIndex]: 0, ...wire }
