import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import { readIfOffered } from '#api/query.ts'
import { readEveryRow } from '#components/lists/every-row.ts'
import { findAssociations } from '#contract/console/access-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { listAssociatedUsers, listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { type Account, idOf } from './run/account.ts'

export type Association = Output<typeof listAssociations>['rows'][number]

export type Associations = {
  rows: Association[]
  /** False where the server does not list them: put together from the stated operations, without file and date. */
  isListed: boolean
  /** Accounts with a key that could not be read. */
  unread: (Account & { reason: string })[]
}

/** Accounts of one host have a question of their own: the server may have more than are read at once. */
export const mostRead = 300
const concurrency = 4

type Wanted = {
  host?: string
  keys?: readonly string[]
}

/** Which key grants access where: on one host or on all, all keys or some. */
export const associationsOf = (wanted: Wanted = {}) =>
  queryOptions({
    queryKey: [...madeOfThem, wanted],
    meta: { reads: listAssociations.reads },
    queryFn: async (): Promise<Associations> => {
      const listed = await queryClient.query(listedOf(wanted))
      if (listed) return { rows: listed, isListed: true, unread: [] }
      const found = await queryClient.query(readFrom(wanted.host))
      const { keys } = wanted
      return keys ? { ...found, rows: found.rows.filter(({ KeyName = '' }) => keys.includes(KeyName)) } : found
    },
  })

const madeOfThem = ['ssh associations'] as const

const listedOf = (wanted: Wanted) =>
  readIfOffered({
    queryKey: [findAssociations.id, 'every row', wanted] as const,
    endpoint: findAssociations,
    madeOf: listAssociations,
    read: (signal) => readEveryRow(findAssociations, wanted, signal),
  })

const readFrom = (host: string | undefined) =>
  queryOptions({
    queryKey: ['ssh associations one by one', host ?? ''],
    meta: { reads: listAssociations.reads },
    queryFn: ({ signal }) => readOneByOne(host, signal),
  })

/** Operations 12 and 9 of key-management: the accounts that have a key, then the keys of each. */
async function readOneByOne(host: string | undefined, signal: AbortSignal): Promise<Associations> {
  const accounts = accountsIn((await call(listAssociatedUsers, {}, signal)).rows).filter(
    ({ resourceName }) => host === undefined || resourceName === host,
  )
  const most = wanted.get(host) ?? mostRead
  const { rows, unread } = await keysOf(accounts.slice(0, most), signal)
  const left = accounts
    .slice(most)
    .map(({ resourceName, userName }) => ({ resourceName, userName, reason: notReadYet }))
  return { rows, isListed: false, unread: [...left, ...unread] }
}

export const notReadYet = 'Not read yet'

/** So many are read of a host, or of all, once somebody has asked for more. */
const wanted = new Map<string | undefined, number>()

/** Reads the next of the accounts that are left. */
export async function readOn(host: string | undefined): Promise<void> {
  const { queryKey } = readFrom(host)
  const before = queryClient.getQueryData(queryKey)
  if (!before) return
  const { rows, unread } = await keysOf(before.unread.slice(0, mostRead), new AbortController().signal)
  wanted.set(host, (wanted.get(host) ?? mostRead) + mostRead)
  queryClient.setQueryData(queryKey, {
    ...before,
    rows: [...before.rows, ...rows],
    unread: [...before.unread.slice(mostRead), ...unread],
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

type Listed = Output<typeof listAssociatedUsers>['rows']
const accountsIn = (rows: Listed): Account[] => [
  ...new Map(
    rows
      .map(({ ResourceName: resourceName = '', UserName: userName = '' }) => ({ resourceName, userName }))
      .filter(({ resourceName, userName }) => resourceName !== '' && userName !== '')
      .map((account) => [idOf(account), account]),
  ).values(),
]
