import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import { mayPass } from '#api/recovery.ts'
import { notNamed } from '#contract/keys/jobs/certificate-plans.ts'
import { hasOwnId, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import { type Detail, detailOf, type Target, targetOf } from '#contract/keys/jobs/certificate-target.ts'
import { detailsOfName } from '#pages/certificates/certificate-query.ts'

/** A selected certificate with its serial number, or why that could not be read. */
export type Chosen = { row: InventoryRow } & (
  | { detail: Detail; target: Target; unread?: undefined }
  | { unread: string }
)
export type Readable = Extract<Chosen, { target: Target }>

const concurrency = 4

/** Lists lack serial numbers, so details are read once per common name. Transient errors fail the whole read. */
export const targetsOf = (rows: readonly InventoryRow[]) =>
  queryOptions({
    queryKey: ['certificates chosen', rows.map(({ id }) => id)],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Chosen[]> => {
      const names = [...new Set(rows.flatMap(({ name }) => name || []))]
      const details = new Map<string, readonly Detail[] | string>()
      for (let at = 0; at < names.length; at += concurrency) {
        signal.throwIfAborted()
        await Promise.all(
          names.slice(at, at + concurrency).map(async (name) => {
            const found = await queryClient.query(detailsOfName(name)).catch(refusalOf)
            details.set(name, 'rows' in found ? found.rows : found.message)
          }),
        )
      }
      return rows.map((row) => chosenOf(row, details.get(row.name)))
    },
  })

/** Reason for a permanent error; transient errors are thrown, so that the whole request can be retried. */
export function refusalOf(error: unknown) {
  const problem = problemOf(error)
  if (mayPass(problem) && problem.status !== 429) throw problem
  return problem
}

function chosenOf(row: InventoryRow, details: readonly Detail[] | string | undefined): Chosen {
  if (typeof details === 'string') return { row, unread: `Its details could not be read: ${details}.` }
  const detail = details && hasOwnId(row) ? detailOf(row, details) : undefined
  const target = detail && targetOf(row, detail)
  return detail && target ? { row, detail, target } : { row, unread: notNamed }
}

export const isReadable = (chosen: Chosen): chosen is Readable => chosen.unread === undefined
