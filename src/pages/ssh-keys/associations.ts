import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { readIfOffered } from '#api/query.ts'
import { readEveryRow } from '#components/lists/every-row.ts'
import { findAssociations, readAccountKeys } from '#contract/console/access-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'

export type Association = Output<typeof listAssociations>['rows'][number]

export type Associations = {
  rows: Association[]
  /**
   * False if the server does not list associations: they are then derived from documented operations, without file and
   * date.
   */
  isListed: boolean
  /** Accounts with a key that could not be read. */
  unread: (Account & { reason: string })[]
  /** Whether the console is reading further accounts. */
  isReading: boolean
}

type AssociationFilter = { keys?: string[] }

const readingEveryMs = 2000

/** Which key grants access where: all keys, or some. */
export const associationsOf = (wanted: AssociationFilter = {}) =>
  queryOptions({
    queryKey: [...derived, wanted],
    meta: { reads: listAssociations.reads },
    queryFn: async ({ signal }): Promise<Associations> => {
      const listed = await queryClient.query(listedOf(wanted))
      if (listed) return { rows: listed, isListed: true, unread: [], isReading: false }
      return { ...(await call(readAccountKeys, wanted, signal)), isListed: false }
    },
    refetchInterval: ({ state: { data } }) => (data?.isReading ? readingEveryMs : false),
  })

const derived = ['ssh associations'] as const

const listedOf = (wanted: AssociationFilter) =>
  readIfOffered({
    queryKey: [findAssociations.id, 'every row', wanted] as const,
    endpoint: findAssociations,
    madeOf: listAssociations,
    read: (signal) => readEveryRow(findAssociations, wanted, signal),
  })

/** Lets the console read the accounts that are left, and those that failed. */
export async function readOn(): Promise<void> {
  await call(readAccountKeys, { keys: [], more: true })
  await queryClient.invalidateQueries({ queryKey: derived })
}
