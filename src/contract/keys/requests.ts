import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { file, flag, integer, record, text } from '#contract/wire.ts'
import { operation, rowsOf } from './result.ts'

const of = (row: number, apiName: string) =>
  ({
    source: `key-management ${row}`,
    path: `/api/pki/restapi/${apiName}`,
    method: 'POST',
    carrier: 'input-data',
  }) as const

const validityTypes = ['days', 'hours', 'minutes'] as const

const subjectAndKey = z.object({
  CNAME: z.string().min(1).max(64),
  /** Comma-joined; DNS names, addresses, e-mail addresses, URIs. */
  ALT_NAMES: z.string().optional(),
  ORGUNIT: z.string().optional(),
  ORG: z.string().optional(),
  LOCATION: z.string().optional(),
  STATE: z.string().optional(),
  COUNTRY: z.string().optional(),
  PASSWORD: z.string().optional(),
  VALIDITY_TYPE: z.enum(validityTypes),
  VALIDITY: z.string().regex(/^[1-9]\d*$/, 'must be a number above 0'),
  ALG: z.enum(['RSA', 'EC', 'Ed25519']),
  LEN: z.string().regex(/^\d*$/, 'must be a number of bits').optional(),
  SIGALG: z.enum(['SHA256', 'SHA384', 'SHA512']).optional(),
  StoreType: z.enum(['PKCS12', 'JKS', 'PEM']).optional(),
})

const values = [
  'ALG is RSA, EC or Ed25519; LEN is in bits; SIGALG is SHA256, SHA384 or SHA512; StoreType is PKCS12, JKS or PEM',
  'ALT_NAMES is comma-joined',
]

export const createRequest = endpoint({
  ...of(28, 'createCSR'),
  id: 'keys.createRequest',
  summary: 'Create a key pair and a signing request (CSR) for it',
  input: subjectAndKey,
  output: operation('createCSR'),
  permission: 'KeyManagement_Write',
  changes: ['keys.request'],
  assumes: [...values, 'The validity is kept with the request and applied when it is signed'],
})

export const createCertificate = endpoint({
  ...of(32, 'createCertificate'),
  id: 'keys.createCertificate',
  summary: 'Create a key pair and a self-signed certificate for it',
  input: subjectAndKey,
  output: operation('createCertificate'),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  assumes: values,
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
})

export const importRequest = endpoint({
  ...of(30, 'importCSR'),
  id: 'keys.importRequest',
  summary: 'Import a signing request, with or without its key',
  carrier: 'multipart',
  input: z.object({
    CSR: file,
    Key: file.optional(),
    password: z.string().optional(),
    Email: z.string().optional(),
  }),
  output: operation('importCSR'),
  permission: 'KeyManagement_Write',
  changes: ['keys.request'],
})

export const signRequest = endpoint({
  ...of(31, 'signCSR'),
  id: 'keys.signRequest',
  summary: 'Issue a certificate for a request, by an external CA or by one of our roots',
  input: z.object({
    CSR_ID: z.string().min(1),
    signType: z.enum(['EXTCA', 'signWithRoot']).optional(),
    serverName: z.string().optional(),
    caName: z.string().optional(),
    templateName: z.string().optional(),
    rootCertificateCommonName: z.string().optional(),
    rootCertificateSerialNumber: z.string().optional(),
    Validity: z.int().min(1).optional(),
    isIntermediate: z.enum(['true', 'false']).optional(),
  }),
  output: rowsOf('SignCSR', record({ commonName: text, Certificate_ID: integer, serialNumber: text })),
  permission: 'KeyManagement_Write',
  changes: ['keys.request', 'keys.certificate'],
  assumes: ['Without signType the external CA signs', 'Validity is in days', 'Without isIntermediate it is no CA'],
})

export const requestRows = { createRequest, createCertificate, listRequests, importRequest, signRequest }
