import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { revocationStates } from '#contract/keys/rules/revocation-state.ts'
import { expiry, moment, revocation } from './certificate-list.ts'
import { cachedList, listQuery, pageOfList } from './cached-list.ts'

const issuedCertificate = z.object({
  id: z.optional(z.string()),
  name: z.string(),
  serialNumber: z.string(),
  fingerprint: z.string(),
  issuer: z.string(),
  issuerName: z.string(),
  issuedAt: z.optional(moment),
  issuedRaw: z.string(),
  expiry,
  revocation,
})

export const findIssued = endpoint({
  ...cachedList,
  id: 'console.findIssued',
  summary: 'Certificates issued by the authorities of key management by page, with search, filters, order and counts',
  path: '/api/console.findIssued',
  input: z.object({
    ...listQuery,
    states: z.optional(z.array(z.enum(revocationStates))),
    /** Fingerprint of the issuing authority. */
    issuer: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({
    ...pageOfList(issuedCertificate),
    /** All issuers, regardless of filters. */
    issuers: z.array(
      z.object({ issuer: z.string(), name: z.string(), issued: z.int(), revoked: z.int(), held: z.int() }),
    ),
    /** Whether some were deleted without being revoked. */
    hasDeleted: z.boolean(),
  }),
  permission: listIssued.permission,
  reads: listIssued.reads,
})
