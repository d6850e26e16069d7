/** What people did: the proxy's own audit, hash-chained, and in one timeline with it that of key management. */
import * as z from 'zod/mini'
import { endpoint, type Endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'
import { file } from '#contract/wire.ts'

const mayRead = { ...own, permission: 'Common_Admin', reads: ['console.audit', 'keys.audit'] } as const

export const changesAnything = ({ changes = [], danger = false }: Endpoint) => changes.length > 0 || danger
/** Each call of such a row leaves an entry. */
export const isAudited = (endpoint: Endpoint) => changesAnything(endpoint) || endpoint.secret === true

export const auditResults = ['done', 'refused', 'failed'] as const

/** Whose audits there are: this console's own, and that of key management. */
export const auditSources = ['console', 'keys'] as const
export type AuditSource = (typeof auditSources)[number]

/** Stands for a name that has never signed in, with a keyed digest of it: people type passwords into that field. */
export const unknownAccount = 'unknown account'

/** One thing that somebody did or tried. Never a secret, never the answer. What a source does not tell is empty. */
export const auditEntry = z.object({
  source: z.enum(auditSources),
  /** Of the console it counts up by one: a gap is a loss. Of key management its AUDITID. */
  id: z.optional(z.int()),
  /** Epoch milliseconds; absent where a server gave no time that can be read. */
  at: z.optional(z.int()),
  site: z.string(),
  /**
   * Who, as the server that signed them in calls them; the name that was tried, where nobody was signed in, or
   * `unknown account` with a digest. Key
   * management names the API key that it was called with.
   */
  user: z.string(),
  address: z.string(),
  /** Id of the row: `mdm.lockDevice`. Of key management its OPERATION. */
  action: z.string(),
  /** What it was done to, by the names of the input. */
  target: z.string(),
  /** What happened, in the words of key management. */
  description: z.string(),
  /** Why, in the words of who did it, where the console asks for a reason; and the ticket that they named. */
  reason: z.string(),
  ticket: z.string(),
  /** Key management tells none. */
  result: z.optional(z.enum(auditResults)),
  /** Code of the problem, where it was not done. */
  code: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

/** Each site has administrators of its own: they see what was done through it, and nothing of the others. */
const mine = 'Entries of the caller’s site; one hash chain covers all sites'
const together =
  'The key management audit requires its own permission; for the same time, the entry of the console comes first'

/** An audit that could not be read: with it, the others stand. */
const missingAudit = z.object({ source: z.enum(auditSources), code: z.string(), message: z.string() })
export type MissingAudit = z.output<typeof missingAudit>

/** `until` is the time of the newest of them, epoch milliseconds. */
const archivedEntries = z.object({ archives: z.int(), until: z.int() })
export type ArchivedEntries = z.output<typeof archivedEntries>

/** Entries in one file; a shorter period gives the others. */
export const maxExported = 100_000

const filter = {
  /** Without one, both. */
  source: z.optional(z.enum(auditSources)),
  /** Letter case does not count. */
  user: z.optional(z.string().check(z.maxLength(255))),
  /** Id of a row; of key management the name of an operation is understood as well. */
  action: z.optional(z.string().check(z.maxLength(100))),
  /** Leaves the console's entries only. */
  result: z.optional(z.enum(auditResults)),
  /** In user, action, target, description, reason and ticket; letter case does not count. */
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
    /** Audits that could not be read, and why: their entries are neither here nor in the total. */
    missing: z.array(missingAudit),
    /** Older entries that key management has and does not give. */
    unseen: z.int(),
    /** Older entries of this console, of all sites, that were moved into archives; absent where there are none. */
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
    /** Hash of the last entry. Noted elsewhere, it shows when an older copy of the database is put back. */
    head: z.string(),
    /** How many archives were verified with the entries that are in them; absent where there are none. */
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
