import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { deployedStates, groups, periods, uses } from '#contract/keys/rules/inventory.ts'
import { origins } from '#contract/keys/rules/origin.ts'
import { revocationStates } from '#contract/keys/rules/revocation-state.ts'
import { annotatedRow, annotationFields, annotationReads } from './annotations/annotated-rows.ts'
import { cachedList, listQuery, pageOfList } from './cached-list.ts'

export const moment = z.codec(z.int(), z.date(), { decode: (at) => new Date(at), encode: (at) => at.getTime() })

export const expiry = z.object({
  state: z.enum(['expired', 'soon', 'later', 'unknown']),
  days: z.int(),
  at: z.optional(moment),
  raw: z.string(),
})
export const revocation = z.object({
  state: z.enum(revocationStates),
  reason: z.optional(z.int()),
  at: z.optional(moment),
  raw: z.string(),
})

/** A certificate with all places where it was seen. */
const inventoryRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Host name the certificate is for, or was seen at. */
  dnsName: z.string(),
  issuer: z.string(),
  from: z.optional(moment),
  fromRaw: z.string(),
  expiry,
  /** Not yet valid. */
  isEarly: z.boolean(),
  bits: z.string(),
  algorithm: z.string(),
  weaknesses: z.array(z.string()),
  /** `host:port` of each place where it was seen. */
  places: z.array(z.string()),
  /** Servers of its latest deployments; absent if the server does not report them. */
  deployedTo: z.optional(z.array(z.string())),
  createdBy: z.string(),
  email: z.string(),
  /** Number of certificates with this common name: an operation by name alone would be ambiguous. */
  ofThisName: z.int(),
  revocation,
  use: z.enum(uses),
})

export const findCertificates = endpoint({
  ...cachedList,
  id: 'console.findCertificates',
  summary: 'Certificates of key management by page, with search, filters, order and counts',
  path: '/api/console.findCertificates',
  input: z.object({
    ...listQuery,
    /** The certificate of this ID. */
    id: z.optional(z.string().check(z.maxLength(100))),
    /** Those with exactly this common name. */
    name: z.optional(z.string().check(z.maxLength(500))),
    /** Those seen at one of these `host:port`; letter case does not count. */
    places: z.optional(z.array(z.string().check(z.maxLength(500))).check(z.maxLength(500))),
    /** Full-text match by name, host or address, best match first. */
    mentions: z.optional(z.string().check(z.maxLength(200))),
    /** Those with the name or notification address of this person. */
    person: z.optional(
      z.object({
        name: z.optional(z.string().check(z.maxLength(500))),
        mail: z.optional(z.string().check(z.maxLength(500))),
      }),
    ),
    /** Only certificates that need attention: expired or about to expire, or weak and not expired. */
    concern: z.optional(z.enum(['expiring', 'weak'])),
    states: z.optional(z.array(z.enum(revocationStates))),
    origin: z.optional(z.enum(origins)),
    /** Whether it is deployed to a server; ignored if the server does not report deployments. */
    deployed: z.optional(z.enum(deployedStates)),
    /** Expired, or expires within this many days. */
    days: z.optional(z.string().check(z.regex(/^\d+$/, 'must be a number of days'))),
    bits: z.optional(z.string().check(z.maxLength(10))),
    algorithm: z.optional(z.string().check(z.maxLength(50))),
    group: z.optional(z.enum(groups)),
    period: z.optional(z.enum(periods)),
  }),
  output: z.object({
    ...pageOfList(z.extend(inventoryRow, annotatedRow)),
    annotationFields,
    /** Size of each group and period, regardless of column filters. */
    counts: z.record(z.string(), z.int()),
    /** Whether the server reports issued and revoked certificates; `failed` if the request failed. */
    issued: z.enum(['told', 'not offered', 'failed']),
    issuedProblem: z.optional(z.object({ code: z.string(), message: z.string() })),
    /** Whether the server reports deployments. */
    deployments: z.enum(['told', 'not offered', 'failed']),
  }),
  permission: listCertificates.permission,
  reads: [...listCertificates.reads, ...annotationReads],
})

/** The issuer chain of a certificate, as far as it is in the inventory. */
export const findIssuers = endpoint({
  ...cachedList,
  id: 'console.findIssuers',
  summary: 'Issuers of a certificate that are in the inventory, matched by name',
  path: '/api/console.findIssuers',
  input: z.object({
    id: z.string().check(z.maxLength(100)),
    /** Issuer name of the certificate. */
    issuer: z.string().check(z.maxLength(500)),
  }),
  output: z.object({
    /** `certificate` is absent unless exactly one has this name; `count` is their number. */
    links: z.array(z.object({ name: z.string(), count: z.int(), certificate: z.optional(inventoryRow) })),
    ageMs: z.int(),
  }),
  permission: listCertificates.permission,
  reads: listCertificates.reads,
})
