import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import { readIfOffered } from '#api/query.ts'
import { readEveryRow } from '#components/lists/every-row.ts'
import { findAssociations } from '#contract/console/access-list.ts'
import { findSshUsers } from '#contract/console/ssh-user-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listSshKeysOfUser } from '#contract/keys/ssh.ts'
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
}

/** Number of accounts that are read at first. */
export const maxRead = 300
const concurrency = 4

type AssociationFilter = { keys?: readonly string[] }

/** Which key grants access where: all keys, or some. */
export const associationsOf = (wanted: AssociationFilter = {}) =>
  queryOptions({
    queryKey: [...madeOfThem, wanted],
    meta: { reads: listAssociations.reads },
    queryFn: async (): Promise<Associations> => {
      const listed = await queryClient.query(listedOf(wanted))
      if (listed) return { rows: listed, isListed: true, unread: [] }
      const found = await queryClient.query(oneByOne)
      const { keys } = wanted
      return keys ? { ...found, rows: found.rows.filter(({ KeyName = '' }) => keys.includes(KeyName)) } : found
    },
  })

const madeOfThem = ['ssh associations'] as const

const listedOf = (wanted: AssociationFilter) =>
  readIfOffered({
    queryKey: [findAssociations.id, 'every row', wanted] as const,
    endpoint: findAssociations,
    madeOf: listAssociations,
    read: (signal) => readEveryRow(findAssociations, wanted, signal),
  })

const oneByOne = queryOptions({
  queryKey: ['ssh associations one by one'],
  meta: { reads: listAssociations.reads },
  queryFn: ({ signal }) => readOneByOne(signal),
})

/** Operations 11, 12 and 9 of key-management: the accounts with a key, then the keys of each account. */
async function readOneByOne(signal: AbortSignal): Promise<Associations> {
  const accounts = accountsIn(await readEveryRow(findSshUsers, { withKeys: true }, signal))
  const { rows, unread } = await keysOf(accounts.slice(0, wantedCount), signal)
  const left = accounts
    .slice(wantedCount)
    .map(({ resourceName, userName }) => ({ resourceName, userName, reason: notReadYet }))
  return { rows, isListed: false, unread: [...left, ...unread] }
}

export const notReadYet = 'Not read yet'

/** Raised on user request. */
let wantedCount = maxRead

/** Reads the next batch of accounts. */
export async function readOn(): Promise<void> {
  const { queryKey } = oneByOne
  const before = queryClient.getQueryData(queryKey)
  if (!before) return
  const { rows, unread } = await keysOf(before.unread.slice(0, maxRead), new AbortController().signal)
  wantedCount += maxRead
  queryClient.setQueryData(queryKey, {
    ...before,
    rows: [...before.rows, ...rows],
    unread: [...before.unread.slice(maxRead), ...unread],
  })
  await queryClient.invalidateQueries({ queryKey: madeOfThem })
}

async function keysOf(accounts: readonly Account[], signal: AbortSignal) {
  const found: Pick<Associations, 'rows' | 'unread'> = { rows: [], unread: [] }
  const read = async ({ resourceName, userName }: Account) => {
    try {
      const names = await call(listSshKeysOfUser, { resourceName, userName }, signal)
      found.rows.push(...names.map((KeyName) => ({ KeyName, ResourceName: resourceName, UserName: userName })))
    } catch (error) {
      signal.throwIfAborted()
      found.unread.push({ resourceName, userName, reason: problemOf(error).message })
    }
  }
  for (let at = 0; at < accounts.length; at += concurrency) {
    await Promise.all(accounts.slice(at, at + concurrency).map(read))
  }
  return found
}

const accountsIn = (rows: Output<typeof findSshUsers>['rows']): Account[] =>
  rows.flatMap(({ host, user }) => (host === '' || user === '' ? [] : { resourceName: host, userName: user }))
