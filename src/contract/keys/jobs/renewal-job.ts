/**
 * Certificates that are renewed as items of a job, each with a new key: by a request that an authority signs, or by
 * signing itself. An item is the certificate by its ID; its own input says what is asked for, and to which servers the
 * new certificate is deployed. What the hosts present then ends it.
 */
import { composite, type Step } from '#contract/jobs/composite.ts'
import { findRequests } from '#contract/console/request-list.ts'
import type { Output, Sent, Told } from '#contract/endpoint.ts'
import { isJsonObject, type Json, type JsonObject, textOfJson } from '#contract/json.ts'
import { maxRows } from '#contract/page.ts'
import { deployCertificate } from '#contract/keys/certificates.ts'
import { getCertificateUse } from '#contract/keys/tls-hosts.ts'
import { toldByServers } from './key-jobs.ts'
import { issued } from './request-job.ts'
import { createCertificate, createRequest, listRequestAnswers, signRequest } from '#contract/keys/requests.ts'

export type Renewal = {
  /** Input of createRequest, or of createCertificate. */
  wish: JsonObject
  /** Input of signRequest but for the request; without it, the certificate signs itself. */
  sign?: JsonObject
  /** Names of saved servers; only of what is signed by an authority, whose answer names the new certificate. */
  servers?: string[]
}
/** What a schedule renews: certificates that expire within so many days. */
export const renewalDays = [7, 14, 30, 60, 90] as const
export const defaultRenewalDays = 30
/** So many servers of one certificate; the rest is for its own page. */
export const maxServers = 8
type Requests = Output<typeof findRequests>

const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})
const wishOf = ({ wish }: JsonObject) => objectIn(wish)
const isSigned = ({ sign }: JsonObject) => sign !== undefined
const nameOf = (given: JsonObject) => textOfJson(wishOf(given).CNAME).normalize('NFC')

/** The newest of this name, as the server has them now. */
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
  answered: (requests: Requests, given): Told => {
    const [CSR_ID, ...more] = addedIn(requests, given)
    return CSR_ID !== undefined && more.length === 0
      ? { outcome: 'done', remark: `Request ${CSR_ID} was created`, evidence: CSR_ID, found: { CSR_ID } }
      : { outcome: 'failed', remark: 'A request was created but not signed: its number is not known' }
  },
}
const issuedAs = (CertID: unknown, serialNumber: unknown): Told => ({
  ...issued(CertID, serialNumber),
  found: { CertID: String(CertID), serialNumber: String(serialNumber) },
})
const signed: Step = {
  endpoint: signRequest,
  when: isSigned,
  needs: { CSR_ID: '1' },
  input: ({ sign, CSR_ID = '' }) => ({ ...objectIn(sign), CSR_ID }),
  answered: ({ rows: [row] }: Output<typeof signRequest>): Told =>
    row ? issuedAs(row.Certificate_ID, row.serialNumber) : { outcome: 'done' },
  follow: {
    endpoint: listRequestAnswers,
    input: () => ({}),
    told: ({ rows }: Output<typeof listRequestAnswers>, { input }: Sent): Told | undefined => {
      // The request is new: whatever answers it, answers it now.
      const answer = rows.find(({ CSR_ID }) => String(CSR_ID) === textOfJson(input.CSR_ID))
      return answer && issuedAs(answer.CertID, answer.serialNumber)
    },
  },
}
const signedByItself: Step = {
  endpoint: createCertificate,
  when: (given) => !isSigned(given),
  input: wishOf,
  answered: ({ message }: { message: string }): Told => ({ outcome: 'done', remark: message }),
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
  answered: ({ rows }: Output<typeof deployCertificate>, given): Told =>
    toldByServers(rows, `${serversOf(given)[at]}: `),
  follow: {
    endpoint: getCertificateUse,
    input: (_, { CertID = '' } = {}) => ({ CertID: textOfJson(CertID) }),
    told: ({ Deployments = [] }: Output<typeof getCertificateUse>, { input }: Sent): Told | undefined =>
      Deployments.some(({ serverName, ReplacedBy }) => serverName === serversOf(input)[at] && !ReplacedBy)
        ? { outcome: 'done', remark: 'Found on the server' }
        : undefined,
  },
})

/** What each server presents after its deployment, as the service has seen it. */
const served: Step = {
  endpoint: getCertificateUse,
  when: (given) => serversOf(given).length > 0,
  needs: { CertID: '1' },
  input: ({ CertID = '' }) => ({ CertID: textOfJson(CertID) }),
  answered: ({ Deployments = [] }: Output<typeof getCertificateUse>, given): Told => {
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
  // One after the other: two of one name could not be told apart.
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
