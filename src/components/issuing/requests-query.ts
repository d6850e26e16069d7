import { query, queryIfOffered } from '#api/query.ts'
import { findRequests } from '#contract/console/request-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { exportRequest, listRequestAnswers } from '#contract/keys/requests.ts'

/** Query for one request, by filtering the list: the API has no operation for a single request. */
export const requestQuery = (id: string) => query(findRequests, { id, offset: 0, limit: 1 })
/** Requests with a name, newest first, and their total. */
export const requestsOfName = (name: string, limit: number) => query(findRequests, { name, offset: 0, limit })

export const requestFileQuery = (id: string) => queryIfOffered(exportRequest, { CSR_ID: id, fileType: 'CSR' })
export const authoritiesQuery = queryIfOffered(listAuthorities, {})
export const answersQuery = queryIfOffered(listRequestAnswers, {})
export type AnswerRow = Output<typeof listRequestAnswers>['rows'][number]
