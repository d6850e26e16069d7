/** Page numbering: from 0 in the contract, from 1 on some servers. */
import type { Endpoint } from './endpoint.ts'
import type { JsonObject } from './json.ts'

/** Shifts a page index; invalid values are kept, to be rejected by validation. */
export function withPageBase(endpoint: Endpoint, wire: JsonObject, base: number): JsonObject {
  if (endpoint.pageIndex === undefined || base === 0) return wire
  const index = wire[endpoint.pageIndex]
  const isIndex = typeof index === 'number' || (typeof index === 'string' && /^\d+$/.test(index))
  return isIndex ? { ...wire, [endpoint.pageIndex]: Number(index) + base } : wire
}

/** Adds page 0 to a page size without a page number, since both are sent together (desktop-management, Paging). */
export const withBothPaging = (endpoint: Endpoint, wire: JsonObject): JsonObject =>
  endpoint.pageIndex === undefined || wire.pagelimit === undefined || wire[endpoint.pageIndex] !== undefined
    ? wire
    : { [endpoint.pageIndex]: 0, ...wire }
