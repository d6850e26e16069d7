import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import { queryIfOffered } from '#api/query.ts'
import type { Output } from '#contract/endpoint.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listAssociatedUsers, listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { type Account, idOf } from './run/each-account.ts'

export type Association = Output<typeof listAssociations>['rows'][number]

export type Associations = {
  rows: Association[]
  /** False where the server does not list them: put together from the stated operations, without file and date. */
  isListed: boolean
  /** Accounts with a key that could not be read. */
  unread: (Account & { reason: string })[]
}

/** Accounts of one host have a question of their own: the server may have more than are read at once. */
const mostRead = 300
const concurrency = 4

/** Which key grants access where, on one host or on all. */
export const associationsOf = (host?: string) =>
  queryOptions({
    queryKey: ['ssh associations', host ?? ''],
    meta: { reads: listAssociations.reads },
    queryFn: async ({ signal }): Promise<Associations> => {
      const listed = await queryClient.query(queryIfOffered(listAssociations, {}))
      if (!listed) return readOneByOne(host, signal)
      const rows = host === undefined ? listed.rows : listed.rows.filter(({ ResourceName }) => ResourceName === host)
      return { rows, isListed: true, unread: [] }
    },
  })

/** Operations 12 and 9 of key-management: the accounts that have a key, then the keys of each. */
async function readOneByOne(host: string | undefined, signal: AbortSignal): Promise<Associations> {
  const accounts = accountsIn((await call(listAssociatedUsers, {}, signal)).rows).filter(
    ({ resourceName }) => host === undefined || resourceName === host,
  )
  const reason = `Only ${mostRead} accounts are read at once`
  const found: Associations = {
    rows: [],
    isListed: false,
    unread: accounts.slice(mostRead).map(({ resourceName, userName }) => ({ resourceName, userName, reason })),
  }
  const read = async (account: Account) => {
    try {
      const names = await call(listSshKeysOfUser, account, signal)
      const { resourceName: ResourceName, userName: UserName } = account
      found.rows.push(...names.map((KeyName) => ({ KeyName, ResourceName, UserName })))
    } catch (error) {
      signal.throwIfAborted()
      found.unread.push({ ...account, reason: problemOf(error).message })
    }
  }
  for (let at = 0; at < Math.min(accounts.length, mostRead); at += concurrency) {
    await Promise.all(accounts.slice(at, Math.min(at + concurrency, mostRead)).map(read))
  }
  return found
}

type Listed = Output<typeof listAssociatedUsers>['rows']
const accountsIn = (rows: Listed): Account[] => [
  ...new Map(
    rows
      .map(({ ResourceName: resourceName = '', UserName: userName = '' }) => ({ resourceName, userName }))
      .filter(({ resourceName, userName }) => resourceName !== '' && userName !== '')
      .map((account) => [idOf(account), account]),
  ).values(),
]
