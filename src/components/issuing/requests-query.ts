import { query, queryIfOffered } from '#api/query.ts'
import type { Output } from '#contract/endpoint.ts'
import { listAuthorities, listIssued } from '#contract/keys/authorities.ts'
import { exportRequest, listRequests } from '#contract/keys/requests.ts'

export const requestsQuery = query(listRequests, {})
export type RequestRow = Output<typeof listRequests>['rows'][number]

export const requestFileQuery = (id: string) => queryIfOffered(exportRequest, { CSR_ID: id, fileType: 'CSR' })
export const authoritiesQuery = queryIfOffered(listAuthorities, {})
export const issuedQuery = queryIfOffered(listIssued, {})
