/**
 * Certificates that are renewed as items of a job, each with a new key: by a request that an authority signs, or by
 * signing itself. An item is the certificate by its ID; its own input says what is asked for.
 */
import { composite, type Step } from '#contract/jobs/composite.ts'
import { findRequests } from '#contract/console/request-list.ts'
import type { Output, Sent, Told } from '#contract/endpoint.ts'
import { isJsonObject, type Json, type JsonObject, textOfJson } from '#contract/json.ts'
import { mostRows } from '#contract/page.ts'
import { issued } from './request-job.ts'
import { createCertificate, createRequest, listRequestAnswers, signRequest } from '#contract/keys/requests.ts'

export type Renewal = {
  /** Input of createRequest, or of createCertificate. */
  wish: JsonObject
  /** Input of signRequest but for the request; without it, the certificate signs itself. */
  sign?: JsonObject
}
type Requests = Output<typeof findRequests>

const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})
const wishOf = ({ wish }: JsonObject) => objectIn(wish)
const isSigned = ({ sign }: JsonObject) => sign !== undefined
const nameOf = (given: JsonObject) => textOfJson(wishOf(given).CNAME).normalize('NFC')

/** The newest of this name, as the server has them now. */
const requestsOfName = {
  endpoint: findRequests,
  input: (given: JsonObject) => ({ name: nameOf(given), fresh: true, offset: 0, limit: mostRows }),
}
const idsIn = ({ rows }: Requests) =>
  rows.flatMap(({ request: { CSR_ID } }) => (CSR_ID === undefined ? [] : String(CSR_ID)))
function addedIn(requests: Requests, { before }: JsonObject): string[] {
  const known = Array.isArray(before) ? before : []
  return idsIn(requests).filter((id) => !known.includes(id))
}

/** The answer to a new request has no number: it is what the list has more than before, if that is one. */
const noted: Step = {
  ...requestsOfName,
  when: isSigned,
  answered: (requests: Requests): Told => ({ outcome: 'done', found: { before: idsIn(requests) } }),
}
const requested: Step = {
  endpoint: createRequest,
  when: isSigned,
  input: wishOf,
  follow: {
    endpoint: requestsOfName.endpoint,
    input: (_, given = {}) => requestsOfName.input(given),
    told: (requests: Requests, { input }: Sent): Told | undefined => {
      const added = addedIn(requests, input)
      return added.length === 0 ? undefined : { outcome: added.length === 1 ? 'done' : 'unknown' }
    },
    isListedAtOnce: true,
  },
}
const found: Step = {
  ...requestsOfName,
  when: isSigned,
  needs: ['before'],
  answered: (requests: Requests, given): Told => {
    const [CSR_ID, ...more] = addedIn(requests, given)
    return CSR_ID !== undefined && more.length === 0
      ? { outcome: 'done', remark: `Request ${CSR_ID} was created`, evidence: CSR_ID, found: { CSR_ID } }
      : { outcome: 'failed', remark: 'A request was created but not signed: its number is not known' }
  },
}
const signed: Step = {
  endpoint: signRequest,
  when: isSigned,
  needs: ['CSR_ID'],
  input: ({ sign, CSR_ID = '' }) => ({ ...objectIn(sign), CSR_ID }),
  answered: ({ rows: [row] }: Output<typeof signRequest>): Told =>
    row ? issued(row.Certificate_ID, row.serialNumber) : { outcome: 'done' },
  follow: {
    endpoint: listRequestAnswers,
    input: () => ({}),
    told: ({ rows }: Output<typeof listRequestAnswers>, { input }: Sent): Told | undefined => {
      // The request is new: whatever answers it, answers it now.
      const answer = rows.find(({ CSR_ID }) => String(CSR_ID) === textOfJson(input.CSR_ID))
      return answer && issued(answer.CertID, answer.serialNumber)
    },
  },
}
const signedByItself: Step = {
  endpoint: createCertificate,
  when: (given) => !isSigned(given),
  input: wishOf,
  answered: ({ message }: { message: string }): Told => ({ outcome: 'done', remark: message }),
}

export const renewCertificate = composite({
  id: 'keys.renewCertificate',
  permission: createRequest.permission,
  // One after the other: two of one name could not be told apart.
  job: { kind: 'certificate', steps: [noted, requested, found, signed, signedByItself], concurrency: 1 },
})
