import { pageOf } from '#components/lists/list-address.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'

/** Paging parameters of mobile device management. */
export const listPage = pageOf(pageLimit.default, pageLimit.max)
export const partOf = (offset: number, limit: number) => ({ offset, limit })
