import { queryIfOffered } from '#api/query.ts'
import { listAcmeRequests, listAcmeServers } from '#contract/keys/acme-orders.ts'
import type { Output } from '#contract/endpoint.ts'

/** Null on a server that cannot order by ACME. */
export const acmeServersQuery = queryIfOffered(listAcmeServers, {})
export const acmeRequestsQuery = queryIfOffered(listAcmeRequests, {})
export type AcmeRequestRow = Output<typeof listAcmeRequests>['rows'][number]

/** At the address of a request: its page asks for the order at once. */
export const orderHash = '#order'
