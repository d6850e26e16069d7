/** Certificates ordered from external authorities by ACME (RFC 8555). An extension of the reference. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { flag, integer, listOf, record, text } from '#contract/wire.ts'
import { extensionOf } from './extension.ts'
import { operation, rowsOf } from './result.ts'

const of = extensionOf('signCSR')

const serverName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const requestId = z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be the number of a request'))
const httpsUrl = z.string().check(z.maxLength(500), z.regex(/^https:\/\/[!-~]+$/, 'must be an https address'))
const webRoot = z
  .string()
  .check(
    z.trim(),
    z.maxLength(1000),
    z.regex(/^(\/[^/\p{Cc}\p{Cs}]+)+\/?$/u, 'must be the path of a folder, from the root'),
  )
const mail = z.string().check(z.maxLength(320), z.regex(/^[^\s@,?]+@[^\s@,?]+$/, 'must be an email address'))

export const listAcmeServers = endpoint({
  ...of('listAcmeServers'),
  summary: 'External ACME authorities with registered accounts',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listAcmeServers',
    record({ name: text, directory: text, contact: text, terms: text, createdBy: text, CreationTime: text }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.acme-order'],
  assumes: ['terms is the address of the accepted terms of service; absent if the authority has none'],
})

export const addAcmeServer = endpoint({
  ...of('addAcmeServer'),
  summary: 'Register an account at an external ACME authority',
  target: ['name', 'directory'],
  method: 'POST',
  input: z.object({
    name: serverName,
    directory: httpsUrl,
    contact: z.optional(mail),
    acceptTerms: z.boolean(),
    keyId: z.optional(z.string().check(z.maxLength(500))),
    hmacKey: z.optional(z.string().check(z.maxLength(500), z.regex(/^[\w-]*$/, 'must be base64url'))),
    ca: z.optional(z.string().check(z.maxLength(20_000))),
  }),
  output: operation('addAcmeServer'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.acme-order'],
  assumes: [
    'keyId and hmacKey are those of external account binding; ca is PEM of the authorities that its TLS server is trusted by',
    'Refused with the address of the terms of service if there are any and acceptTerms is false',
  ],
})

export const removeAcmeServer = endpoint({
  ...of('removeAcmeServer'),
  summary: 'Delete the account at an external ACME authority and its key; certificates are kept',
  target: ['name'],
  method: 'POST',
  input: z.object({ name: serverName }),
  output: operation('removeAcmeServer'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.acme-order'],
})

export const listAcmeRequests = endpoint({
  ...of('listAcmeRequests'),
  summary: 'Requests that were ordered by ACME: state, challenges to fulfill and renewal window',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listAcmeRequests',
    record({
      CSR_ID: integer,
      server: text,
      challenge: text,
      status: text,
      problem: text,
      OrderTime: text,
      CheckTime: text,
      CertID: integer,
      RenewalStart: text,
      RenewalEnd: text,
      serverName: text,
      webRoot: text,
      renews: flag,
      RenewalPlanned: text,
      RenewedAt: text,
      renewalProblem: text,
      RenewalFailedAt: text,
      isInUse: flag,
      challenges: listOf(record({ name: text, place: text, value: text, isDone: flag })),
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.acme-order', 'keys.request', 'keys.certificate'],
  assumes: [
    'status: pending (the challenges are to be fulfilled), processing, valid or invalid',
    'place and value: name and text of a TXT record, or address and content of a file',
    'RenewalStart and RenewalEnd as the authority suggests (RFC 9773)',
    'serverName and webRoot: where publishAcmeFiles has put the files',
    'renews: as setAcmeRenewal has it; RenewalPlanned, and renewalProblem with RenewalFailedAt, are absent otherwise',
    'CertID is the last certificate of the request; isInUse: it was deployed, or a discovery has seen it on a host',
  ],
})

export const orderByAcme = endpoint({
  ...of('orderByAcme'),
  summary: 'Order a certificate for a request from an external ACME authority',
  target: ['CSR_ID', 'server'],
  method: 'POST',
  input: z.object({ CSR_ID: requestId, server: serverName, challenge: z.enum(['dns-01', 'http-01']) }),
  output: operation('orderByAcme'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.acme-order'],
  timeoutSeconds: 60,
  assumes: ['A further order for the same request takes the place of the one before'],
})

export const continueAcmeOrder = endpoint({
  ...of('continueAcmeOrder'),
  summary: 'Submit the challenges for validation, and fetch the certificate',
  target: ['CSR_ID'],
  method: 'POST',
  input: z.object({ CSR_ID: requestId }),
  output: operation('continueAcmeOrder'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.acme-order', 'keys.certificate', 'keys.request'],
  assumes: ['The answer comes at once; listAcmeRequests has the outcome'],
})

export const publishAcmeFiles = endpoint({
  ...of('publishAcmeFiles'),
  summary: 'Publish the files of an order on a deployment server by SSH, submit them for validation, and remove them',
  target: ['CSR_ID', 'serverName'],
  method: 'POST',
  input: z.object({ CSR_ID: requestId, serverName: z.string().check(z.minLength(1), z.maxLength(255)), webRoot }),
  output: operation('publishAcmeFiles'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.acme-order', 'keys.certificate', 'keys.request'],
  timeoutSeconds: 120,
  assumes: [
    'webRoot is the folder on that server that its web server serves on port 80; the files are below .well-known/acme-challenge',
    'The answer comes when the files are there; listAcmeRequests has the outcome',
  ],
})

export const setAcmeRenewal = endpoint({
  ...of('setAcmeRenewal'),
  summary: 'Turn automatic renewal of the certificate of a request by ACME on or off',
  target: ['CSR_ID', 'renews'],
  method: 'POST',
  input: z.object({ CSR_ID: requestId, renews: z.boolean() }),
  output: operation('setAcmeRenewal'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.acme-order'],
  assumes: [
    'Within the window that the authority suggests (RFC 9773), or in the last third of the validity if it suggests none',
    'Files are published where publishAcmeFiles has published them; other orders wait for manual validation',
    'The renewed certificate has the same request and key; it is not deployed',
    'A failed renewal is repeated after 1, 6 and then each 24 hours',
  ],
})

export const acmeOrderRows = {
  listAcmeServers,
  addAcmeServer,
  removeAcmeServer,
  listAcmeRequests,
  orderByAcme,
  continueAcmeOrder,
  publishAcmeFiles,
  setAcmeRenewal,
}
