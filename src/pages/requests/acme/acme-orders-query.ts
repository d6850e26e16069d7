import { queryIfOffered } from '#api/query.ts'
import { listAcmeRequests, listAcmeServers } from '#contract/keys/acme-orders.ts'
import type { Output } from '#contract/endpoint.ts'

/** Null if the server cannot order over ACME. */
export const acmeServersQuery = queryIfOffered(listAcmeServers, {})
export const acmeRequestsQuery = queryIfOffered(listAcmeRequests, {})
export type AcmeRequestRow = Output<typeof listAcmeRequests>['rows'][number]

/** URL fragment of a request's page that opens the order dialog. */
export const orderHash = '#order'
