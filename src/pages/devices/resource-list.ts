import { requestResources } from '#components/devices/checked-resources.ts'
import { listAddress, searchText } from '#components/lists/list-address.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { listPage, partOf } from '#pages/devices/list-page.ts'

const address = listAddress(
  { ...listPage, search: searchText },
  { search: ({ search }) => `search “${search.trim()}”` },
)
type Searched = (typeof address)['defaults']

/** A list with a search and without sorting; `more` is sent with every request. */
export const resourceList = <E extends Endpoint>(
  endpoint: E,
  name: string,
  more: object = {},
): ServerList<E, Searched> => ({
  name,
  endpoint,
  address,
  input: ({ search }) => ({ ...more, search: search.trim() || undefined }),
  part: partOf,
  ask: requestResources,
  exportLimit: pageLimit.max,
})
