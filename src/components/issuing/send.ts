import { call } from '#api/call.ts'
import { change } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { mayBeDone } from '#contract/http/may-be-done.ts'
import { maxRows } from '#contract/page.ts'
import { findRequests } from '#contract/console/request-list.ts'
import { createRequest, importRequest, signRequest } from '#contract/keys/requests.ts'
import type { Problem } from '#contract/problem.ts'

/** It was sent, and its answer got lost: nobody can say whether it was done. */
export class LostAnswer extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Sends what must not be done twice. What fails before, when a list is read say, was never sent. */
export const sendOnce = <R extends Endpoint>(endpoint: R, input: Input<R>): Promise<Output<R>> =>
  change(endpoint, input).catch((error: unknown) => {
    const problem = problemOf(error)
    const isSent = problem.code !== 'OFFLINE' || problem.endpoint !== undefined
    throw isSent && mayBeDone(problem) ? new LostAnswer(problem) : problem
  })

export type NewRequest = {
  /** The server's own words. */
  message: string
  /** Undefined where it could not be told for certain. */
  id: string | undefined
}

/** The answer has no number: it is what the list has more than before, under this name, if that is one. */
async function andFind(commonName: string, make: () => Promise<{ message: string }>): Promise<NewRequest> {
  const before = await idsOfName(commonName)
  const { message } = await make()
  // It is made: what fails from here on must not look as if it was not, and lead to a second one.
  const after = await idsOfName(commonName).catch((): string[] => [])
  const added = after.filter((id) => !before.includes(id))
  return { message, id: added.length === 1 ? added[0] : undefined }
}

/** The newest of this name, as the server has them now. */
async function idsOfName(name: string): Promise<string[]> {
  const { rows } = await call(findRequests, { name, fresh: true, offset: 0, limit: maxRows })
  return rows.flatMap(({ request: { CSR_ID } }) => (CSR_ID === undefined ? [] : String(CSR_ID)))
}

export const createAndFind = (input: Input<typeof createRequest>) =>
  andFind(input.CNAME.normalize('NFC'), () => sendOnce(createRequest, input))

export const importAndFind = (input: Input<typeof importRequest>, commonName: string) =>
  andFind(commonName, () => sendOnce(importRequest, input))

/** Reads a little first: a network or a session that is gone is found out before anything was sent. */
export async function sign(input: Input<typeof signRequest>): Promise<Output<typeof signRequest>> {
  await call(findRequests, { offset: 0, limit: 1, fresh: true })
  return sendOnce(signRequest, input)
}
