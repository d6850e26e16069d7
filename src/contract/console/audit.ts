/** Audit: the proxy's hash-chained audit, merged into one timeline with that of key management. */
import * as z from 'zod/mini'
import { endpoint, type Endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'
import { file } from '#contract/wire.ts'

const mayRead = { ...own, permission: 'Common_Admin', reads: ['console.audit', 'keys.audit'] } as const

export const changesAnything = ({ changes = [], danger = false }: Endpoint) => changes.length > 0 || danger
/** Calls of these endpoints are audited. */
export const isAudited = (endpoint: Endpoint) => changesAnything(endpoint) || endpoint.secret === true

export const auditResults = ['done', 'refused', 'failed'] as const

/** Audit sources: the console and key management. */
export const auditSources = ['console', 'keys'] as const
export type AuditSource = (typeof auditSources)[number]

/** Replaces an unknown user name, together with a keyed digest: users sometimes type a password into that field. */
export const unknownAccount = 'unknown account'

/** An audited action or attempt, without secrets and responses. Fields that a source does not provide are empty. */
export const auditEntry = z.object({
  source: z.enum(auditSources),
  /** Consecutive in the console's audit, where a gap means a lost entry. AUDITID in key management. */
  id: z.optional(z.int()),
  /** Epoch milliseconds; absent if the server's time is unreadable. */
  at: z.optional(z.int()),
  site: z.string(),
  /**
   * Account name at the server that signed the user in. Without a session, the attempted name, or `unknown account`
   * with a digest. For key management, the API key of the call.
   */
  user: z.string(),
  address: z.string(),
  /** Endpoint ID such as `mdm.lockDevice`, or OPERATION in key management. */
  action: z.string(),
  /** Target, by input names. */
  target: z.string(),
  /** Description from key management. */
  description: z.string(),
  /** Reason and ticket given by the user, for operations that require them. */
  reason: z.string(),
  ticket: z.string(),
  /** Absent for key management, which reports no result. */
  result: z.optional(z.enum(auditResults)),
  /** Problem code if the action failed. */
  code: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

/** Administrators see the entries of their own site only. */
const mine = 'Entries of the caller’s site; one hash chain covers all sites'
const together =
  'The key management audit requires its own permission; for the same time, the entry of the console comes first'

/** An audit that could not be read; the entries of the others are returned. */
const missingAudit = z.object({ source: z.enum(auditSources), code: z.string(), message: z.string() })
export type MissingAudit = z.output<typeof missingAudit>

/** `until` is the time of the newest archived entry, epoch milliseconds. */
const archivedEntries = z.object({ archives: z.int(), until: z.int() })
export type ArchivedEntries = z.output<typeof archivedEntries>

/** Entries per file; choose a shorter period for the rest. */
export const maxExported = 100_000

const filter = {
  /** Both if omitted. */
  source: z.optional(z.enum(auditSources)),
  /** Case-insensitive. */
  user: z.optional(z.string().check(z.maxLength(255))),
  /** Endpoint ID, or name of a key management operation. */
  action: z.optional(z.string().check(z.maxLength(100))),
  /** Excludes entries of key management, which have no result. */
  result: z.optional(z.enum(auditResults)),
  /** Searches user, action, target, description, reason and ticket; case-insensitive. */
  search: z.optional(z.string().check(z.maxLength(200))),
  since: z.optional(z.int()),
  until: z.optional(z.int()),
}
export type AuditFilter = z.output<z.ZodMiniObject<typeof filter>>

export const listAudit = endpoint({
  ...mayRead,
  id: 'console.listAudit',
  summary: 'Audit entries of this console and key management, newest first',
  path: '/api/console.listAudit',
  input: z.object({
    ...filter,
    page: z._default(z.int().check(z.minimum(0)), 0),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50),
  }),
  output: z.object({
    total: z.int(),
    entries: z.array(auditEntry),
    /** Audits that could not be read, with the reason; their entries are not in the list or the total. */
    missing: z.array(missingAudit),
    /** Number of older key management entries beyond what it returns. */
    unseen: z.int(),
    /** Archived console entries of all sites; absent if there are none. */
    archived: z.optional(archivedEntries),
  }),
  assumes: [mine, together],
})

export const verifyAudit = endpoint({
  ...mayRead,
  id: 'console.verifyAudit',
  summary: 'Verify that no audit entry was changed, removed, inserted or truncated',
  path: '/api/console.verifyAudit',
  input: z.object({}),
  output: z.object({
    intact: z.boolean(),
    entries: z.int(),
    /** Hash of the last entry. Recorded externally, it reveals a restored older copy of the database. */
    head: z.string(),
    /** Number of archives verified with their entries; absent if there are none. */
    archives: z.optional(z.int()),
    problem: z.optional(z.string()),
  }),
  assumes: ['Covers the entries of all sites in one hash chain'],
})

export const exportAudit = endpoint({
  ...mayRead,
  id: 'console.exportAudit',
  summary: 'Export the audit as CSV, or as JSON lines with the hash chain of this console',
  path: '/api/console.exportAudit',
  input: z.object({ ...filter, format: z.enum(['csv', 'jsonl']) }),
  output: file,
  responseType: 'file',
  assumes: [
    mine,
    together,
    'JSON lines contain entries of this console only; key management does not report its hash chain',
    'The first line of a CSV file names entries that could not be read',
    `The newest ${maxExported.toLocaleString('en')} that match, newest first; times are ISO 8601 in UTC`,
    'CSV is UTF-8 with a byte order mark; cells that a spreadsheet would evaluate begin with an apostrophe',
    'Each JSON line contains all hashed values and the hash of the previous entry',
  ],
})

export const audit = { listAudit, verifyAudit, exportAudit }
