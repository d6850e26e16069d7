import { queryIfOffered } from '#api/query.ts'
import { listAddress, oneOf, pageOf } from '#components/lists/list-address.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { listAcmeAccounts, listAcmeAuthorities, listAcmeBindings, listAcmeOrders } from '#contract/keys/acme.ts'
import { acmePageSize } from '#contract/keys/rules/acme.ts'

/** Null if the server does not support ACME. */
export const acmeQuery = queryIfOffered(listAcmeAuthorities, {})
export const bindingsQuery = (sha256: string) => queryIfOffered(listAcmeBindings, { sha256 }, listAcmeAuthorities)

export type AcmeAuthority = Output<typeof listAcmeAuthorities>['rows'][number]
export type AcmeOrderRow = Output<typeof listAcmeOrders>['rows'][number]
export type AcmeAccountRow = Output<typeof listAcmeAccounts>['rows'][number]
export type AcmeBindingRow = Output<typeof listAcmeBindings>['rows'][number]

export const stateLabels = {
  pending: 'Pending',
  ready: 'Ready',
  valid: 'Issued',
  invalid: 'Failed',
} as const

const page = pageOf(acmePageSize, acmePageSize)
const part = (offset: number) => ({ page: Math.floor(offset / acmePageSize) })
const orderAddress = listAddress(
  { ...page, status: oneOf('', ['', 'pending', 'ready', 'valid', 'invalid']) },
  { status: ({ status }) => `state “${stateLabels[status as keyof typeof stateLabels] ?? status}”` },
)
const accountAddress = listAddress(page)

type List<A> = A extends { defaults: infer S extends { page: number; size: number } & Record<string, string | number> }
  ? S
  : never

export const ordersOf = (sha256: string): ServerList<typeof listAcmeOrders, List<typeof orderAddress>> => ({
  name: 'acme-orders',
  endpoint: listAcmeOrders,
  address: orderAddress,
  input: ({ status }) => ({ sha256, ...(status !== '' && { status }) }),
  part,
  exportLimit: acmePageSize,
  madeOf: listAcmeAuthorities,
})

export const accountsOf = (sha256: string): ServerList<typeof listAcmeAccounts, List<typeof accountAddress>> => ({
  name: 'acme-accounts',
  endpoint: listAcmeAccounts,
  address: accountAddress,
  input: () => ({ sha256 }),
  part,
  exportLimit: acmePageSize,
  madeOf: listAcmeAuthorities,
})

/** Fingerprint in the format of the page's URL. */
export const inAddress = (sha256: string) => sha256.replaceAll(':', '').toLowerCase()
