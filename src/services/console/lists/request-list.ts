import type { findRequests } from '#contract/console/request-list.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  type ListedRequest,
  listedRequests,
  requestColumns,
  type RequestRow,
  requestTexts,
} from '#contract/keys/rules/request-list.ts'
import { listInMemory } from './list-in-memory.ts'
import { wordSearch } from './search-texts.ts'

const choices = ['created_by', 'key', 'store', 'algorithm', 'length', 'signature', 'storeType']

/** Signing requests, in server order. */
export function requestList() {
  const requests: RequestRow[] = []
  let page: ReturnType<typeof listInMemory<ListedRequest>> | undefined
  let words = wordSearch<ListedRequest>([], requestTexts)
  return {
    addRequests: (rows: readonly RequestRow[]) => void requests.push(...rows),
    complete: () => {
      const rows = listedRequests(requests)
      words = wordSearch(rows, requestTexts)
      page = listInMemory({ rows, columns: requestColumns, choices, searches: [words] })
    },
    prepare: () => page?.prepare() ?? false,
    page: (query: Input<typeof findRequests>) => {
      const { id, name } = query
      const isFound = words(query.search)
      return page?.(query, {
        where: (row, at) =>
          (id === undefined || String(row.request.CSR_ID) === id) &&
          (name === undefined || row.request.DOMAIN_NAME === name) &&
          isFound(row, at),
        within: () => true,
        counts: {},
      })
    },
  }
}
