import { queryOptions } from '@tanstack/react-query'
import type { Params } from 'react-router'
import { call } from '#api/call.ts'
import type { QueryMeta } from '#api/client.ts'
import { query } from '#api/query.ts'
import { askedList, enough } from '#components/desktops/asked-list.ts'
import type { InstalledSoftware } from '#contract/desktop/inventory-fields.ts'
import { getComputerDetail } from '#contract/desktop/inventory.ts'
import { pageSize } from '#contract/desktop/list.ts'
import { listInstalledSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'

export const computerIdOf = (params: Params) => params.resource_id ?? ''

/** What inventory knows of a computer, for all of its tabs. */
export const detailQuery = (resid: string) => query(getComputerDetail, { resid })
/** What its agent reports: the same computer, as the list has it. */
export const rowQuery = (resid: string) =>
  askedList(listComputers, { page: 0, pagelimit: enough, residfilter: [resid] })

/** All of it, page after page: it is filtered and sorted here. */
export const installedQuery = (resid: string) =>
  queryOptions({
    queryKey: [listInstalledSoftware.id, 'all', resid],
    queryFn: async ({ signal }) => {
      const all: InstalledSoftware[] = []
      for (let page = 0; ; page++) {
        // oxlint-disable-next-line no-await-in-loop -- whether there is a next page, only this one says
        const { rows, total } = await call(listInstalledSoftware, { resid, page, pagelimit: pageSize.max }, signal)
        all.push(...rows)
        if (rows.length < pageSize.max || (total !== undefined && all.length >= total)) return all
      }
    },
    meta: { reads: listInstalledSoftware.reads } satisfies QueryMeta,
  })
