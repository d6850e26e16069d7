/** Authorities of our own, which sign requests (signCSR, variant B). The reference cannot make one: ours. */
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { flag, integer, listOf, record, text } from '#contract/wire.ts'
import { keyFields, mostDays, subjectFields } from './requests.ts'
import { detailOf, rowsOf } from './result.ts'
import { authorityPermission } from './rules/authority-rules.ts'

const of = (name: string) =>
  ({ source: 'extension of key-management 31', path: `/api/pki/own/${name}`, encoding: 'json' }) as const

export const listAuthorities = endpoint({
  ...of('listAuthorities'),
  id: 'keys.listAuthorities',
  summary: 'Authorities that can sign requests: internal authorities and the external CA with its templates',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listAuthorities',
    record({
      /** `signWithRoot` or `EXTCA`, as signCSR takes it. */
      signType: text,
      CertID: integer,
      commonName: text,
      serialNumber: text,
      /** What listIssued calls the issuer by. */
      sha256: text,
      ExpiryDate: text,
      pathLength: integer,
      issued: integer,
      revoked: integer,
      canSign: flag,
      /** Why it cannot sign. */
      reason: text,
      crlUrl: text,
      ocspUrl: text,
      serverName: text,
      caName: text,
      templates: listOf(text),
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'pathLength is absent if the authority has no limit',
    'signType, serverName, caName and templates are input of signCSR',
  ],
})

export const createAuthority = endpoint({
  ...of('createAuthority'),
  id: 'keys.createAuthority',
  summary: 'Create an internal root CA that can sign requests',
  target: ['CNAME'],
  method: 'POST',
  input: z.object({
    ...subjectFields,
    ...keyFields,
    Validity: z.int().min(1).max(mostDays).optional(),
    pathLength: z.int().min(0).max(10).optional(),
  }),
  output: detailOf('createAuthority', record({ Certificate_ID: integer, commonName: text, serialNumber: text })),
  permission: authorityPermission,
  changes: ['keys.certificate'],
  danger: true,
  assumes: ['Validity is in days, 3,650 by default', 'Without pathLength there is no limit'],
})

/** No row of the reference tells whether a certificate is revoked: getAllSSLCertificates and getCertificateDetails do not have it. */
export const listIssued = endpoint({
  ...of('listIssued'),
  id: 'keys.listIssued',
  source: 'extension of key-management 43',
  summary: 'All certificates issued by internal authorities and the external CA, including revoked and on-hold ones',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listIssued',
    record({
      CertID: integer,
      commonName: text,
      /** SHA-256 of the issuer's certificate. */
      issuer: text,
      issuerName: text,
      serialNumber: text,
      sha256: text,
      ExpiryDate: text,
      issuedAt: text,
      revokedAt: text,
      revoke_reason: integer,
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'CertID and commonName are absent if the certificate is not in the inventory',
    'revokedAt and revoke_reason are absent if not revoked; revoke_reason is numbered as in 43, 6 is a hold',
    'issuerName is absent if neither the authority nor its certificates are stored',
  ],
})

export const authorityRows = { listAuthorities, createAuthority, listIssued }
