/** Internal certificate authorities (signCSR, variant B). The reference cannot create one; an extension. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { flag, integer, listOf, record, text } from '#contract/wire.ts'
import { extensionOf } from './extension.ts'
import { keyFields, maxDays, subjectFields } from './requests.ts'
import { detailOf, rowsOf } from './result.ts'
import { authorityPermission } from './rules/authority-rules.ts'

const of = extensionOf('signCSR')

export const listAuthorities = endpoint({
  ...of('listAuthorities'),
  summary: 'Authorities that can sign requests: internal authorities and the external CA with its templates',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listAuthorities',
    record({
      /** `signWithRoot` or `EXTCA`, as in signCSR. */
      signType: text,
      CertID: integer,
      commonName: text,
      serialNumber: text,
      /** Fingerprint, used as issuer in listIssued. */
      sha256: text,
      ExpiryDate: text,
      /** Whether it is self-signed. */
      isRoot: flag,
      pathLength: integer,
      issued: integer,
      revoked: integer,
      canSign: flag,
      /** Why it cannot sign. */
      reason: text,
      crlUrl: text,
      ocspUrl: text,
      /** `answers` or `no key`. */
      ocspState: text,
      crlNumber: integer,
      crlThisUpdate: text,
      crlNextUpdate: text,
      crlBytes: integer,
      /** Profiles that it may issue; absent if unrestricted. */
      profiles: listOf(text),
      serverName: text,
      caName: text,
      templates: listOf(text),
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate', 'keys.profile'],
  assumes: [
    'pathLength is absent if the authority has no limit, profiles if it issues all',
    'crlNumber, crlThisUpdate, crlNextUpdate and crlBytes describe the last CRL; absent until one is requested; the times are absent while a change is not in a CRL yet',
    'ocspState is answers while the key of the authority is stored: each OCSP answer is signed when it is asked for',
    'signType, serverName, caName and templates are input of signCSR',
  ],
})

export const createAuthority = endpoint({
  ...of('createAuthority'),
  summary: 'Create an internal CA that can sign requests: a root, or an issuing CA below another',
  target: ['CNAME', 'issuer'],
  method: 'POST',
  input: z.object({
    ...subjectFields,
    ...keyFields,
    Validity: z.optional(z.int().check(z.minimum(1), z.maximum(maxDays))),
    pathLength: z.optional(z.int().check(z.minimum(0), z.maximum(10))),
    issuer: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    permittedNames: z.optional(z.string().check(z.maxLength(10_000))),
    excludedNames: z.optional(z.string().check(z.maxLength(10_000))),
    profile: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: detailOf('createAuthority', record({ Certificate_ID: integer, commonName: text, serialNumber: text })),
  permission: authorityPermission,
  changes: ['keys.certificate'],
  danger: true,
  assumes: [
    'Validity is in days, 3,650 by default, 1,825 below an issuer',
    'Without pathLength a root has no limit, and an issuing CA no authorities below it',
    'issuer is sha256 of listAuthorities; without it a root is created',
    'permittedNames, excludedNames and profile as in signCSR, with an issuer only',
  ],
})

/** The reference does not report revocation: getAllSSLCertificates and getCertificateDetails lack it. */
export const listIssued = endpoint({
  ...of('listIssued'),
  source: 'extension of key-management, revokeEXTCACertificate',
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
    'revokedAt and revoke_reason are absent if not revoked; revoke_reason is numbered as in revokeEXTCACertificate, 6 is a hold',
    'issuerName is absent if neither the authority nor its certificates are stored',
  ],
})

export const authorityRows = { listAuthorities, createAuthority, listIssued }
