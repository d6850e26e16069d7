import type { findRequests } from '#contract/console/request-list.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  type ListedRequest,
  listedRequests,
  requestColumns,
  type RequestRow,
  requestTexts,
} from '#contract/keys/rules/request-list.ts'
import { hasWords, listInMemory } from './list-in-memory.ts'

const choices = ['created_by', 'key', 'store', 'algorithm', 'length', 'signature', 'storeType']

/** The signing requests, in the order of the server. */
export function requestList() {
  const requests: RequestRow[] = []
  let page: ReturnType<typeof listInMemory<ListedRequest>> | undefined
  return {
    addRequests: (rows: readonly RequestRow[]) => void requests.push(...rows),
    complete: () => {
      page = listInMemory({ rows: listedRequests(requests), columns: requestColumns, choices })
    },
    page: (query: Input<typeof findRequests>) => {
      const { id, name } = query
      const isFound = hasWords(query.search ?? '', requestTexts)
      return page?.(query, {
        where: (row) =>
          (id === undefined || String(row.request.CSR_ID) === id) &&
          (name === undefined || row.request.DOMAIN_NAME === name) &&
          isFound(row),
        within: () => true,
        counts: {},
      })
    },
  }
}
