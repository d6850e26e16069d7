/** Revocation status at external authorities. The reference has no such check; an extension. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { integer, listOf, record, text } from '#contract/wire.ts'
import { detailOf } from './result.ts'

const of = (name: string) =>
  ({
    source: 'extension of key-management, getCertificateDetails',
    path: `/api/pki/own/${name}`,
    encoding: 'json',
    method: 'POST',
    target: ['CertID'],
  }) as const

const input = z.object({ CertID: z.string().check(z.regex(/^\d{1,15}$/, 'must be the number of a certificate')) })

const status = record({
  /** OCSP and CRL addresses in the certificate. */
  Addresses: listOf(record({ Method: text, Url: text })),
  /** good, revoked, held or unknown; absent before the first check. */
  State: text,
  RevokedAt: text,
  revoke_reason: integer,
  /** Result of each requested address: good, revoked, held, unknown or failed, with the reason. */
  Answers: listOf(record({ Method: text, Url: text, Outcome: text, Message: text })),
  AskedAt: text,
  AskedBy: text,
})

export const getForeignStatus = endpoint({
  ...of('getForeignStatus'),
  id: 'keys.getForeignStatus',
  summary: 'Last known revocation status of a certificate at its external authority',
  input,
  output: detailOf('getForeignStatus', status),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: ['Sends no request; certificates of internal authorities are refused'],
})

export const checkForeignStatus = endpoint({
  ...of('checkForeignStatus'),
  id: 'keys.checkForeignStatus',
  summary: 'Check the revocation status of a certificate at its external authority',
  input,
  output: detailOf('checkForeignStatus', status),
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  timeoutSeconds: 90,
  assumes: [
    'OCSP before CRL, at most four addresses, until one responds; only addresses that discovery may connect to',
    'An answer counts if it is current and signed by the issuer, whose certificate must be stored',
  ],
})

export const foreignStatusRows = { getForeignStatus, checkForeignStatus }
