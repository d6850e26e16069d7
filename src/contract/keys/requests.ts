import * as z from 'zod'
import type { Dialect } from '#contract/dialect.ts'
import { endpoint } from '#contract/endpoint.ts'
import { file, type FilePart, flag, integer, record, text } from '#contract/wire.ts'
import { operation, rowsOf } from './result.ts'
import { asksForAuthority, authorityPermission, yieldsAuthority } from './rules/authority-rules.ts'

const of = (row: number, apiName: string) =>
  ({
    source: `key-management ${row}`,
    path: `/api/pki/restapi/${apiName}`,
    method: 'POST',
    encoding: 'input-data',
  }) as const

const validityTypes = ['days', 'hours', 'minutes'] as const

/** Who a certificate is for. How long each may be, and what it may hold, is for the certificate to say (RFC 5280). */
export const subjectFields = {
  CNAME: z.string().min(1).max(64),
  ORGUNIT: z.string().optional(),
  ORG: z.string().optional(),
  LOCATION: z.string().optional(),
  STATE: z.string().optional(),
  COUNTRY: z
    .string()
    .regex(/^([A-Za-z]{2})?$/, 'must be a code of two letters, such as DE')
    .optional(),
}
/** What the embedded service knows; the reference states no values. */
export const keyFields = {
  ALG: z.enum(['RSA', 'EC', 'Ed25519']),
  LEN: text.pipe(z.string().regex(/^\d{0,5}$/, 'must be a number of bits')).optional(),
  SIGALG: z.enum(['SHA256', 'SHA384', 'SHA512']).optional(),
}
export const storeField = { StoreType: z.enum(['PKCS12', 'JKS', 'PEM']).optional() }

const anyValue = z.string().min(1).max(100)
export const mostDays = 36_500
const nameConstraintCharacters = 10_000

const subjectAndKey = z.object({
  ...subjectFields,
  /** Comma-joined; DNS names, addresses, email addresses, URIs. */
  ALT_NAMES: z.string().optional(),
  PASSWORD: z.string().max(255).optional(),
  VALIDITY_TYPE: z.enum(validityTypes).optional(),
  VALIDITY: text.pipe(z.string().regex(/^[1-9]\d{0,8}$/, 'must be a number above 0')).optional(),
  ALG: anyValue,
  LEN: text.pipe(z.string().max(100)).optional(),
  SIGALG: anyValue.optional(),
  StoreType: anyValue.optional(),
})

const values = [
  'Other servers may have other values of ALG, LEN, SIGALG and StoreType',
  'ALG is RSA, EC or Ed25519; LEN is in bits; SIGALG is SHA256, SHA384 or SHA512; StoreType is PKCS12, JKS or PEM',
  'LEN is 1024, 2048, 3072 or 4096 for RSA and 256, 384 or 521 for EC; 2048 and 256 by default; not used for Ed25519',
  'SIGALG matches the key strength by default; not used for Ed25519',
  'ALT_NAMES is comma-joined, at most 1,000; a host name in CNAME is added',
  'StoreType is PKCS12 by default; without PASSWORD a random one is generated, see getCertificatePassphrase',
  'VALIDITY_TYPE is days by default; the maximum is 100 years',
]

export const createRequest = endpoint({
  ...of(28, 'createCSR'),
  id: 'keys.createRequest',
  summary: 'Create a key pair and a signing request (CSR) for it',
  target: ['CNAME'],
  input: subjectAndKey,
  output: operation('createCSR'),
  permission: 'KeyManagement_Write',
  changes: ['keys.request'],
  assumes: [...values, 'The validity is optional; it is stored with the request and applied when it is signed'],
})

export const createCertificate = endpoint({
  ...of(32, 'createCertificate'),
  id: 'keys.createCertificate',
  summary: 'Create a key pair and a self-signed certificate for it',
  target: ['CNAME'],
  input: subjectAndKey,
  output: operation('createCertificate'),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  assumes: [...values, 'The certificate is not a CA; VALIDITY is 365 days by default'],
})

export const listRequests = endpoint({
  ...of(29, 'getCSRList'),
  id: 'keys.listRequests',
  summary: 'All signing requests',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'getCSRList',
    record({
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
    }),
    'GeneratedList',
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.request'],
  assumes: ['The newest first, 10,000 at most; totalRows counts all', 'LOGIN_ID is always 0'],
})

export const importRequest = endpoint({
  ...of(30, 'importCSR'),
  id: 'keys.importRequest',
  summary: 'Import a signing request with or without its key',
  target: ['CSR'],
  encoding: 'multipart',
  input: z.object({
    CSR: file,
    Key: file.optional(),
    password: z.string().max(255).optional(),
    Email: z.string().max(254).optional(),
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

type SigningWish = Parameters<typeof yieldsAuthority>[0]

export const signRequest = endpoint({
  ...of(31, 'signCSR'),
  id: 'keys.signRequest',
  summary: 'Issue a certificate for a request with an external CA or an internal root',
  target: ['CSR_ID', 'rootCertificateCommonName', 'caName'],
  input: z.object({
    CSR_ID: text.pipe(z.string().min(1)),
    signType: z.enum(['EXTCA', 'signWithRoot']).optional(),
    serverName: z.string().optional(),
    caName: z.string().optional(),
    templateName: z.string().optional(),
    rootCertificateCommonName: z.string().optional(),
    rootCertificateSerialNumber: z.string().optional(),
    Validity: integer.pipe(z.int().min(1).max(mostDays)).optional(),
    isIntermediate: text.pipe(z.enum(['true', 'false'])).optional(),
    pathLength: integer.pipe(z.int().min(0).max(10)).optional(),
    permittedNames: z.string().max(nameConstraintCharacters).optional(),
    excludedNames: z.string().max(nameConstraintCharacters).optional(),
  }),
  output: rowsOf('SignCSR', record({ commonName: text, Certificate_ID: integer, serialNumber: text })),
  permission: 'KeyManagement_Write',
  permissionFor: (wish: SigningWish, speaks?: Dialect) =>
    yieldsAuthority(wish, speaks) ? authorityPermission : undefined,
  dangerFor: (wish: SigningWish, speaks?: Dialect) => yieldsAuthority(wish, speaks),
  changes: ['keys.request', 'keys.certificate'],
  assumes: [
    'Without signType the external CA signs; its template limits the validity',
    'Validity is in days; the default is the validity stored with the request, else 365 days',
    'Without isIntermediate it is not a CA',
    `An intermediate, or a template not limited to end entities, requires ${authorityPermission} and a recent identity confirmation`,
    'The path length of an intermediate is 0 by default and less than that of its issuer (extension)',
    'permittedNames and excludedNames are comma-joined name constraints of an intermediate: a domain with its subdomains, an IP network, an email address or domain, with an optional prefix DNS:, IP: or email: (extension)',
    'The certificate uses the key and password of the request; the request can be signed again',
  ],
})

/** A real server has it beyond the reference: without it a request never leaves the service. */
export const exportRequest = endpoint({
  ...of(29, 'exportCSR'),
  source: 'extension of key-management 29, as on real servers',
  id: 'keys.exportRequest',
  summary: 'A signing request as a file, for submission to another CA',
  method: 'GET',
  target: ['CSR_ID'],
  input: z.object({ CSR_ID: text.pipe(z.string().min(1)), fileType: z.literal('CSR') }),
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Read',
  reads: ['keys.request'],
  assumes: ['PEM; the private key is not included'],
})

export const requestFileRows = { exportRequest }
export const requestRows = { createRequest, createCertificate, listRequests, importRequest, signRequest }
