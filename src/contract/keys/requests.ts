import * as z from 'zod/mini'
import type { Dialect } from '#contract/dialect.ts'
import { endpoint } from '#contract/endpoint.ts'
import { file, flag, integer, record, text } from '#contract/wire.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import { extensionOf } from './extension.ts'
import { deletionJob } from './jobs/deletion-job.ts'
import { requestExportJob, signingJob } from './jobs/request-job.ts'
import { operation, rowsOf } from './result.ts'
import { asksForAuthority, authorityPermission, yieldsAuthority } from './rules/authority-rules.ts'

const of = (apiName: string) =>
  ({
    source: `key-management, ${apiName}`,
    path: `/api/pki/restapi/${apiName}`,
    method: 'POST',
    encoding: 'input-data',
  }) as const

const validityTypes = ['days', 'hours', 'minutes'] as const

/** Subject fields. Length and character limits follow from RFC 5280. */
export const subjectFields = {
  CNAME: z.string().check(z.minLength(1), z.maxLength(64)),
  ORGUNIT: z.optional(z.string()),
  ORG: z.optional(z.string()),
  LOCATION: z.optional(z.string()),
  STATE: z.optional(z.string()),
  COUNTRY: z.optional(z.string().check(z.regex(/^([A-Za-z]{2})?$/, 'must be a code of two letters, such as DE'))),
}
/** Values of the embedded service; the reference states none. */
export const keyFields = {
  ALG: z.enum(['RSA', 'EC', 'Ed25519']),
  LEN: z.optional(z.pipe(text, z.string().check(z.regex(/^\d{0,5}$/, 'must be a number of bits')))),
  SIGALG: z.optional(z.enum(['SHA256', 'SHA384', 'SHA512'])),
}
export const storeField = { StoreType: z.optional(z.enum(['PKCS12', 'JKS', 'PEM'])) }

const anyValue = z.string().check(z.minLength(1), z.maxLength(100))
export const maxDays = 36_500
const nameConstraintCharacters = 10_000

const subjectAndKey = z.object({
  ...subjectFields,
  /** Comma-separated DNS names, IP addresses, email addresses and URIs. */
  ALT_NAMES: z.optional(z.string()),
  PASSWORD: z.optional(z.string().check(z.maxLength(255))),
  VALIDITY_TYPE: z.optional(z.enum(validityTypes)),
  VALIDITY: z.optional(z.pipe(text, z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a number above 0')))),
  ALG: anyValue,
  LEN: z.optional(z.pipe(text, z.string().check(z.maxLength(100)))),
  SIGALG: z.optional(anyValue),
  StoreType: z.optional(anyValue),
  profile: z.optional(z.string().check(z.maxLength(100))),
})

const values = [
  'Other servers may have other values of ALG, LEN, SIGALG and StoreType',
  'ALG is RSA, EC or Ed25519; LEN is in bits; SIGALG is SHA256, SHA384 or SHA512; StoreType is PKCS12, JKS or PEM',
  'LEN is 1024, 2048, 3072 or 4096 for RSA and 256, 384 or 521 for EC; 2048 and 256 by default; not used for Ed25519',
  'SIGALG matches the key strength by default; not used for Ed25519',
  'ALT_NAMES is comma-joined, a comma of a name as \\,, at most 1,000; a host name in CNAME is added',
  'StoreType is PKCS12 by default; without PASSWORD a random one is generated, see getCertificatePassphrase',
  'VALIDITY_TYPE is days by default; the maximum is 100 years',
  'profile is a name of listProfiles (extension); the service enforces it',
]

export const createRequest = endpoint({
  ...of('createCSR'),
  id: 'keys.createRequest',
  summary: 'Create a key pair and a signing request (CSR) for it',
  target: ['CNAME'],
  input: subjectAndKey,
  output: operation('createCSR'),
  permission: 'KeyManagement_Write',
  changes: ['keys.request'],
  assumes: [
    ...values,
    'The validity and the profile are optional; they are stored with the request and applied when it is signed',
  ],
})

export const createCertificate = endpoint({
  ...of('createCertificate'),
  id: 'keys.createCertificate',
  summary: 'Create a key pair and a self-signed certificate for it',
  target: ['CNAME'],
  input: subjectAndKey,
  output: operation('createCertificate'),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  assumes: [
    ...values,
    'The certificate is not a CA; VALIDITY is 365 days by default; the profile is Server, or Server (legacy) where that does not fit',
  ],
})

export const signingRequest = record({
  CSR_ID: integer,
  DOMAIN_NAME: text,
  CREATED_BY: text,
  CREATED_DATE: text,
  LOGIN_ID: integer,
  KEYALGORITHM: text,
  KEY_STRENGTH: integer,
  SIGNATURE_ALGORITHM: text,
  KEYSTORE_TYPE: text,
  isPassword: flag,
  VALIDITY: text,
})

export const listRequests = endpoint({
  ...of('getCSRList'),
  id: 'keys.listRequests',
  summary: 'All signing requests',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('getCSRList', signingRequest, 'GeneratedList'),
  permission: 'KeyManagement_Read',
  reads: ['keys.request'],
  assumes: ['The newest first, 10,000 at most; totalRows counts all', 'LOGIN_ID is always 0'],
})

export const importRequest = endpoint({
  ...of('importCSR'),
  id: 'keys.importRequest',
  summary: 'Import a signing request with or without its key',
  target: ['CSR'],
  encoding: 'multipart',
  input: z.object({
    CSR: file,
    Key: z.optional(file),
    password: z.optional(z.string().check(z.maxLength(255))),
    Email: z.optional(z.string().check(z.maxLength(254))),
  }),
  output: operation('importCSR'),
  permission: 'KeyManagement_Write',
  permissionFor: ({ CSR }: { CSR: FilePart }) => (asksForAuthority(CSR) ? authorityPermission : undefined),
  dangerFor: ({ CSR }: { CSR: FilePart }) => asksForAuthority(CSR),
  changes: ['keys.request'],
  assumes: [
    'PEM or DER, at most 1 MiB',
    `A request with CA:TRUE requires ${authorityPermission} and a recent identity confirmation`,
    'The password decrypts the key and protects its key store',
  ],
})

export const listRequestAnswers = endpoint({
  id: 'keys.listRequestAnswers',
  source: 'extension of key-management, getCSRList',
  path: '/api/pki/own/listRequestAnswers',
  encoding: 'json',
  summary: 'Which certificates answer which requests',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listRequestAnswers',
    record({
      CSR_ID: integer,
      CertID: integer,
      commonName: text,
      serialNumber: text,
      issuerName: text,
      answeredAt: text,
      hasPrivateKey: flag,
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.request', 'keys.certificate'],
  assumes: [
    'A certificate answers the requests that have its public key, whether it was issued here or imported',
    'The newest first, 10,000 at most; the answers before the newest of a request are superseded',
  ],
})

type SigningWish = Parameters<typeof yieldsAuthority>[0]

export const signRequest = endpoint({
  ...of('signCSR'),
  id: 'keys.signRequest',
  summary: 'Issue a certificate for a request with an external CA or an internal root',
  target: ['CSR_ID', 'rootCertificateCommonName', 'caName'],
  input: z.object({
    CSR_ID: z.pipe(text, z.string().check(z.minLength(1))),
    signType: z.optional(z.enum(['EXTCA', 'signWithRoot'])),
    serverName: z.optional(z.string()),
    caName: z.optional(z.string()),
    templateName: z.optional(z.string()),
    rootCertificateCommonName: z.optional(z.string()),
    rootCertificateSerialNumber: z.optional(z.string()),
    Validity: z.optional(z.pipe(integer, z.int().check(z.minimum(1), z.maximum(maxDays)))),
    isIntermediate: z.optional(z.pipe(text, z.enum(['true', 'false']))),
    pathLength: z.optional(z.pipe(integer, z.int().check(z.minimum(0), z.maximum(10)))),
    permittedNames: z.optional(z.string().check(z.maxLength(nameConstraintCharacters))),
    excludedNames: z.optional(z.string().check(z.maxLength(nameConstraintCharacters))),
    profile: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: rowsOf('SignCSR', record({ commonName: text, Certificate_ID: integer, serialNumber: text })),
  permission: 'KeyManagement_Write',
  permissionFor: (wish: SigningWish, speaks?: Dialect) =>
    yieldsAuthority(wish, speaks) ? authorityPermission : undefined,
  dangerFor: (wish: SigningWish, speaks?: Dialect) => yieldsAuthority(wish, speaks),
  job: signingJob(listRequestAnswers),
  changes: ['keys.request', 'keys.certificate'],
  assumes: [
    'Without signType the external CA signs; its template limits the validity',
    'Validity is in days; the default is the validity stored with the request, else 365 days',
    'Without isIntermediate it is not a CA',
    `An intermediate, or a template not limited to end entities, requires ${authorityPermission} and a recent identity confirmation`,
    'The path length of an intermediate is 0 by default and less than that of its issuer (extension)',
    'permittedNames and excludedNames are comma-joined name constraints of an intermediate: a domain with its subdomains, an IP network, an email address or domain, with an optional prefix DNS:, IP: or email: (extension)',
    'profile is a name of listProfiles, for a root only (extension); without it that of the request, else the first that fits of those the authority issues',
    'The certificate uses the key and password of the request; the request can be signed again',
  ],
})

/** Offered by real servers beyond the reference; without it, a request could not be exported. */
export const exportRequest = endpoint({
  ...of('exportCSR'),
  source: 'extension of key-management, getCSRList, as on real servers',
  id: 'keys.exportRequest',
  summary: 'A signing request as a file, for submission to another CA; or its private key',
  method: 'GET',
  target: ['CSR_ID', 'fileType'],
  input: z.object({
    CSR_ID: z.pipe(text, z.string().check(z.minLength(1))),
    fileType: z.enum(['CSR', 'PrivateKey']),
  }),
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Read',
  permissionFor: ({ fileType }: { fileType: 'CSR' | 'PrivateKey' }) =>
    fileType === 'PrivateKey' ? 'KeyManagement_Admin' : undefined,
  secret: true,
  reason: true,
  job: requestExportJob,
  reads: ['keys.request'],
  assumes: [
    'CSR is PEM, without the private key',
    'PrivateKey is PKCS#8 as PEM, encrypted with the password of the request, and requires Admin',
  ],
})

export const deleteRequest = endpoint({
  ...extensionOf('getCSRList')('deleteRequest'),
  summary: 'Delete a signing request with its private key',
  target: ['CSR_ID'],
  method: 'POST',
  input: z.object({ CSR_ID: z.pipe(text, z.string().check(z.minLength(1))) }),
  output: operation('deleteRequest'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.request'],
  danger: true,
  job: deletionJob({ kind: 'request', subject: 'CSR_ID' }, listRequests, ({ CSR_ID }) => CSR_ID),
  guards: ({ CSR_ID }: { CSR_ID: string }) => ({ action: 'delete-key', subjects: [CSR_ID] }),
  assumes: [
    'Certificates that answer it keep the private key',
    'Rejected while an ACME order of it is not finished, or its certificate is renewed automatically',
  ],
})

export const requestFileRows = { deleteRequest, exportRequest, listRequestAnswers }
export const requestRows = { createRequest, createCertificate, listRequests, importRequest, signRequest }
