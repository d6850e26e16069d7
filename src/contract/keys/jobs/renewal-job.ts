/**
 * Certificate renewal with a new key, by a request that an authority signs, or self-signed. Items are certificates by
 * ID; their own input holds the request and the servers to deploy to. The last step checks what the hosts present.
 */
import { composite, type Step } from '#contract/jobs/composite.ts'
import { findRequests } from '#contract/console/request-list.ts'
import type { Output, Sent, ItemOutcome } from '#contract/endpoint.ts'
import { isJsonObject, type Json, type JsonObject, textOfJson } from '#contract/json.ts'
import { maxRows } from '#contract/page.ts'
import { deployCertificate } from '#contract/keys/certificates.ts'
import { getCertificateUse } from '#contract/keys/tls-hosts.ts'
import { outcomeByServers } from './key-jobs.ts'
import { issued } from './request-job.ts'
import { createCertificate, createRequest, listRequestAnswers, signRequest } from '#contract/keys/requests.ts'

export type Renewal = {
  /** Input of createRequest or createCertificate. */
  wish: JsonObject
  /** Input of signRequest without the request; self-signed if absent. */
  sign?: JsonObject
  /** Saved servers to deploy to. Only for signing by an authority, whose response identifies the new certificate. */
  servers?: string[]
}
/** Choices for scheduled renewal: certificates that expire within this many days. */
export const renewalDays = [7, 14, 30, 60, 90] as const
export const defaultRenewalDays = 30
/** Servers per certificate; more can be deployed to from the certificate's page. */
export const maxServers = 8
type Requests = Output<typeof findRequests>

const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})
const wishOf = ({ wish }: JsonObject) => objectIn(wish)
const isSigned = ({ sign }: JsonObject) => sign !== undefined
const nameOf = (given: JsonObject) => textOfJson(wishOf(given).CNAME).normalize('NFC')

/** Current requests with this name. */
const requestsOfName = {
  endpoint: findRequests,
  input: (given: JsonObject) => ({ name: nameOf(given), fresh: true, offset: 0, limit: maxRows }),
}
const idsIn = ({ rows }: Requests) =>
  rows.flatMap(({ request: { CSR_ID } }) => (CSR_ID === undefined ? [] : String(CSR_ID)))
function addedIn(requests: Requests, { before }: JsonObject): string[] {
  const known = Array.isArray(before) ? before : []
  return idsIn(requests).filter((id) => !known.includes(id))
}

/** The response to a new request lacks its ID, so it is determined as the only addition to the list. */
const noted: Step = {
  ...requestsOfName,
  when: isSigned,
  answered: (requests: Requests): ItemOutcome => ({ outcome: 'done', found: { before: idsIn(requests) } }),
}
const requested: Step = {
  endpoint: createRequest,
  when: isSigned,
  input: wishOf,
  follow: {
    endpoint: requestsOfName.endpoint,
    input: (_, given = {}) => requestsOfName.input(given),
    told: (requests: Requests, { input }: Sent): ItemOutcome | undefined => {
      const added = addedIn(requests, input)
      return added.length === 0 ? undefined : { outcome: added.length === 1 ? 'done' : 'unknown' }
    },
    isListedAtOnce: true,
  },
}
const found: Step = {
  ...requestsOfName,
  when: isSigned,
  answered: (requests: Requests, given): ItemOutcome => {
    const [CSR_ID, ...more] = addedIn(requests, given)
    return CSR_ID !== undefined && more.length === 0
      ? { outcome: 'done', remark: `Request ${CSR_ID} was created`, evidence: CSR_ID, found: { CSR_ID } }
      : { outcome: 'failed', remark: 'A request was created but not signed: its number is not known' }
  },
}
const issuedAs = (CertID: unknown, serialNumber: unknown): ItemOutcome => ({
  ...issued(CertID, serialNumber),
  found: { CertID: String(CertID), serialNumber: String(serialNumber) },
})
const signed: Step = {
  endpoint: signRequest,
  when: isSigned,
  needs: { CSR_ID: '1' },
  input: ({ sign, CSR_ID = '' }) => ({ ...objectIn(sign), CSR_ID }),
  answered: ({ rows: [row] }: Output<typeof signRequest>): ItemOutcome =>
    row ? issuedAs(row.Certificate_ID, row.serialNumber) : { outcome: 'done' },
  follow: {
    endpoint: listRequestAnswers,
    input: () => ({}),
    told: ({ rows }: Output<typeof listRequestAnswers>, { input }: Sent): ItemOutcome | undefined => {
      // The request was just created, so any answer to it is from this job.
      const answer = rows.find(({ CSR_ID }) => String(CSR_ID) === textOfJson(input.CSR_ID))
      return answer && issuedAs(answer.CertID, answer.serialNumber)
    },
  },
}
const signedByItself: Step = {
  endpoint: createCertificate,
  when: (given) => !isSigned(given),
  input: wishOf,
  answered: ({ message }: { message: string }): ItemOutcome => ({ outcome: 'done', remark: message }),
}

const serversOf = ({ servers, sign }: JsonObject): string[] =>
  Array.isArray(servers) && sign !== undefined ? servers.slice(0, maxServers).map(textOfJson) : []
const deployedTo = (at: number): Step => ({
  endpoint: deployCertificate,
  when: (given) => serversOf(given)[at] !== undefined,
  needs: { serialNumber: '01' },
  input: (given) => ({
    common_name: nameOf(given),
    serial_number: given.serialNumber ?? '',
    serverName: serversOf(given)[at] ?? '',
  }),
  answered: ({ rows }: Output<typeof deployCertificate>, given): ItemOutcome =>
    outcomeByServers(rows, `${serversOf(given)[at]}: `),
  follow: {
    endpoint: getCertificateUse,
    input: (_, { CertID = '' } = {}) => ({ CertID: textOfJson(CertID) }),
    told: ({ Deployments = [] }: Output<typeof getCertificateUse>, { input }: Sent): ItemOutcome | undefined =>
      Deployments.some(({ serverName, ReplacedBy }) => serverName === serversOf(input)[at] && !ReplacedBy)
        ? { outcome: 'done', remark: 'Found on the server' }
        : undefined,
  },
})

/** Certificate presented by each server after deployment, as observed by the service. */
const served: Step = {
  endpoint: getCertificateUse,
  when: (given) => serversOf(given).length > 0,
  needs: { CertID: '1' },
  input: ({ CertID = '' }) => ({ CertID: textOfJson(CertID) }),
  answered: ({ Deployments = [] }: Output<typeof getCertificateUse>, given): ItemOutcome => {
    const presented = (wanted: string) =>
      serversOf(given).filter((server) => {
        const found = Deployments.find(({ serverName }) => serverName === server)
        return (found?.Presented ?? 'unknown') === wanted
      })
    const said = [
      ['Presented at', presented('yes')],
      ['Another certificate is presented at', presented('no')],
      ['Deployed; what is presented is not known at', presented('unknown')],
    ] as const
    return {
      outcome: presented('no').length > 0 ? 'failed' : 'done',
      remark: said.flatMap(([what, servers]) => (servers.length > 0 ? `${what} ${servers.join(', ')}` : [])).join('. '),
      evidence: textOfJson(given.CertID),
    }
  },
}

export const renewCertificate = composite({
  id: 'keys.renewCertificate',
  permission: createRequest.permission,
  // Sequential, since concurrent requests with the same name could not be distinguished.
  job: {
    kind: 'certificate',
    steps: [
      noted,
      requested,
      found,
      signed,
      signedByItself,
      ...Array.from({ length: maxServers }, (_, at) => deployedTo(at)),
      served,
    ],
    concurrency: 1,
  },
})
