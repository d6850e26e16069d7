import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Params } from 'react-router'
import { call } from '#api/call.ts'
import { queryClient, type QueryMeta } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { type CheckedList, checkedList, enough } from '#components/desktops/checked-list.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerDetail, InstalledSoftware } from '#contract/desktop/inventory-fields.ts'
import { getComputerDetail } from '#contract/desktop/inventory.ts'
import { pageSize } from '#contract/desktop/list.ts'
import { listInstalledSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Page } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import { idOf } from '#pages/desktops/computer-facts.ts'

export const computerIdOf = (params: Params) => params.resource_id ?? ''

/** Details of computers for which only the row of the list is known. */
const fromList = new WeakSet<object>()
export const isFromList = (detail: object) => fromList.has(detail)

/** Inventory details shared by all tabs; empty if the server does not offer the operation. */
export const detailQuery = (resid: string) =>
  queryOptions({
    ...query(getComputerDetail, { resid }),
    queryFn: async ({ signal }): Promise<ComputerDetail> => {
      try {
        return await call(getComputerDetail, { resid }, signal)
      } catch (error) {
        const problem = problemOf(error)
        if (!isNotOffered(problem) || hasDetails()) throw error
        // An error of the list must not hide the original error.
        const listed = await queryClient.query(rowQuery(resid)).catch(() => undefined)
        if (!listed) throw error
        const { rows, isCorrected }: CheckedList<Computer> = listed
        if (!rows.some((row) => idOf(row) === resid)) throw notFound(problem, isCorrected !== false)
        const detail: ComputerDetail = {}
        fromList.add(detail)
        return detail
      }
    },
    structuralSharing: (before, now) => (fromList.has(now as object) ? now : replaceEqualDeep(before, now)),
  })

/** Why there is no computer. Only servers that have the operation report an unknown ID. */
const notFound = (problem: Problem, isSearched: boolean) =>
  problem.code === '10025'
    ? problem
    : new Problem(isSearched ? 'NOT_LISTED' : 'NOT_SEARCHED', problem.message, { service: 'desktop', raw: problem.raw })

/** Whether the server has returned details of any computer before. */
const hasDetails = () =>
  queryClient
    .getQueriesData<ComputerDetail>({ queryKey: [getComputerDetail.id] })
    .some(([, detail]) => detail !== undefined && !fromList.has(detail))

/**
 * The computer's row in the list, with the data of its agent. If the server ignores the filter and the list is too
 * long, rows loaded so far are searched.
 */
export function rowQuery(resid: string) {
  const asked = checkedList(listComputers, { page: 0, pagelimit: enough, residfilter: [resid] })
  const isIt = (row: Computer) => idOf(row) === resid
  return queryOptions({
    ...asked,
    queryFn: async (context) => {
      const page = await asked.queryFn(context)
      const seen = queryClient.getQueriesData<Partial<Page<Computer>>>({ queryKey: [listComputers.id] })
      const row = page.rows.find(isIt) ?? seen.flatMap(([, one]) => one?.rows ?? []).find(isIt)
      return row ? { ...page, rows: [row] } : page
    },
  })
}

/** All pages, because the browser filters and sorts them. */
export const installedQuery = (resid: string) =>
  queryOptions({
    queryKey: [listInstalledSoftware.id, 'all', resid],
    queryFn: async ({ signal }) => {
      const all: InstalledSoftware[] = []
      for (let page = 0; ; page++) {
        // oxlint-disable-next-line no-await-in-loop -- each page shows whether another one follows
        const { rows, total } = await call(listInstalledSoftware, { resid, page, pagelimit: pageSize.max }, signal)
        all.push(...rows)
        if (rows.length < pageSize.max || (total !== undefined && all.length >= total)) return all
      }
    },
    meta: { reads: listInstalledSoftware.reads } satisfies QueryMeta,
  })
