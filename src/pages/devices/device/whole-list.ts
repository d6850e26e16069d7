import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import type { Page } from '#contract/page.ts'

/** Maximum number of pages; a truncated list reports its total. */
const maxPages = 10

type OfDevice = Endpoint & { output: { _zod: { output: Page<unknown> } } }
type RowIn<R extends OfDevice> = R['output']['_zod']['output']['rows'][number]

/** All pages of a list of one device, since comparisons need complete data. */
export const wholeList = <R extends OfDevice>(endpoint: R, device_id: string) => {
  const pageAt = async (offset: number, signal: AbortSignal) =>
    (await call(endpoint, { device_id, limit: pageLimit.max, offset } as Input<R>, signal)) as Page<RowIn<R>>
  const { queryKey, meta } = query(endpoint, { device_id } as Input<R>)
  return queryOptions({
    queryKey: [...queryKey, 'whole'],
    meta,
    queryFn: async ({ signal }) => {
      const rows: RowIn<R>[] = []
      for (let pages = 0; pages < maxPages; pages++) {
        const { rows: more, total = 0 } = await pageAt(rows.length, signal)
        rows.push(...more)
        if (more.length < pageLimit.max || rows.length >= total) return { rows, total: rows.length }
      }
      return { rows, total: undefined }
    },
  })
}
