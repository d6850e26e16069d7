import { call } from '#api/call.ts'
import { change } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { mayBeDone } from '#contract/http/may-be-done.ts'
import { maxRows } from '#contract/page.ts'
import { findRequests } from '#contract/console/request-list.ts'
import { createRequest, importRequest, signRequest } from '#contract/keys/requests.ts'
import type { Problem } from '#contract/problem.ts'

/** The response of a request was lost, so its outcome is unknown. */
export class LostAnswer extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/**
 * Sends a request that must not be repeated. Throws LostAnswer if it may have been completed, otherwise the problem.
 */
export const sendOnce = <R extends Endpoint>(endpoint: R, input: Input<R>): Promise<Output<R>> =>
  change(endpoint, input).catch((error: unknown) => {
    const problem = problemOf(error)
    const isSent = problem.code !== 'OFFLINE' || problem.endpoint !== undefined
    throw isSent && mayBeDone(problem) ? new LostAnswer(problem) : problem
  })

export type NewRequest = {
  /** Message of the server. */
  message: string
  /** Undefined if the new request could not be identified. */
  id: string | undefined
}

/**
 * Creates a request and finds its id, which the response does not contain: the single new id with this name in the
 * list.
 */
async function andFind(commonName: string, make: () => Promise<{ message: string }>): Promise<NewRequest> {
  const before = await idsOfName(commonName)
  const { message } = await make()
  // The request exists by now: an error of this read must not be reported as a failure, which would lead to a
  // duplicate.
  const after = await idsOfName(commonName).catch((): string[] => [])
  const added = after.filter((id) => !before.includes(id))
  return { message, id: added.length === 1 ? added[0] : undefined }
}

/** Ids of the newest requests with a name, bypassing the cache. */
async function idsOfName(name: string): Promise<string[]> {
  const { rows } = await call(findRequests, { name, fresh: true, offset: 0, limit: maxRows })
  return rows.flatMap(({ request: { CSR_ID } }) => (CSR_ID === undefined ? [] : String(CSR_ID)))
}

export const createAndFind = (input: Input<typeof createRequest>) =>
  andFind(input.CNAME.normalize('NFC'), () => sendOnce(createRequest, input))

export const importAndFind = (input: Input<typeof importRequest>, commonName: string) =>
  andFind(commonName, () => sendOnce(importRequest, input))

/** Reads first, so that a lost network or an expired session is detected before the request is sent. */
export async function sign(input: Input<typeof signRequest>): Promise<Output<typeof signRequest>> {
  await call(findRequests, { offset: 0, limit: 1, fresh: true })
  return sendOnce(signRequest, input)
}
