import { call } from '#api/call.ts'
import { explainProblems } from '#api/explained.ts'
import { loadPart } from '#api/load-part.ts'
import { pageOfAnnotated } from '#components/annotations/page-of-annotated.ts'
import { changeText } from '#components/annotations/change-text.ts'
import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import { listAnnotationChanges } from '#contract/console/annotations/annotations.ts'
import { type AuditSource, listAudit } from '#contract/console/audit.ts'
import { listJobs } from '#contract/console/jobs.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permission.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { outcomeWordsOf, stateText, stateWords } from '#components/jobs/job-words.ts'
import { paths } from '#paths.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { isAbout } from './names-in-audit.ts'

/** The object of a timeline; a person if `kind` is undefined. */
export type ActivityOf = {
  kind?: AnnotatedKind
  subject: string
  /** Search text that identifies the object in audit entries. */
  search: string
  identifiers?: readonly string[]
  /** Sources of the object's own record (`record-sources.ts`). */
  commands?: ActivitySource
  changes?: ActivitySource
}
export type Happening = {
  key: string
  at: number | undefined
  title: string
  text: string
  by: string
  tone: Tone
  to?: string
}
/**
 * `oldest`: time in epoch milliseconds up to which entries have been read, including filtered ones. `note`: why older
 * entries may be missing.
 */
export type Part = { entries: Happening[]; oldest: number | undefined; next?: number; note?: string }
export type ActivitySource = {
  name: 'commands' | 'audit' | 'keys' | 'jobs' | 'notes' | 'changes'
  label: string
  /** Permission for reading the source. */
  permission: Permission
  reads: NonNullable<Endpoint['reads']>
  endpoint: Endpoint
  /** Reads one page; `from` is the `next` of the previous page. */
  read: (from: number | undefined, signal: AbortSignal) => Promise<Part>
}

/** Entries of a page of a source. */
export const size = 50

/** All sources with activity of an object, each of which is read independently. */
export function sourcesOf({
  kind,
  subject,
  search,
  identifiers = [],
  commands,
  changes,
}: ActivityOf): ActivitySource[] {
  const isInKeys = kind === undefined || kind === 'certificate' || kind === 'ssh-key' || kind === 'host'
  return [
    ...(commands ? [commands] : []),
    auditSource('console', kind, search),
    ...(isInKeys ? [auditSource('keys', kind, search)] : []),
    ...(kind === undefined ? [] : [jobSource(kind, subject), noteSource(kind, subject, identifiers)]),
    ...(changes ? [changes] : []),
  ]
}

const tones = { done: 'ok', refused: 'warn', failed: 'bad' } as const

function auditSource(source: AuditSource, kind: AnnotatedKind | undefined, search: string): ActivitySource {
  const asked = search.slice(0, 200)
  const isAboutIt = isAbout(kind, asked)
  return {
    name: source === 'console' ? 'audit' : 'keys',
    label: source === 'console' ? 'Audit of this console' : 'Audit of key management',
    permission: listAudit.permission,
    reads: listAudit.reads,
    endpoint: listAudit,
    read: async (page = 0, signal) => {
      const [{ entries, total, missing }, { actionText }] = await Promise.all([
        call(listAudit, { source, search: asked, page, limit: size }, signal),
        loadPart(() => import('#contract/console/audit-actions.ts')),
      ])
      const [unread] = missing
      if (unread) throw await explained(unread.code, unread.message, 'keys')
      return {
        entries: entries.filter(isAboutIt).map((entry, at) => ({
          key: `${source} ${entry.id ?? `${page} ${at}`}`,
          at: entry.at,
          title: actionText(entry),
          text: [entry.result, entry.code, entry.target, entry.description, entry.reason, entry.ticket]
            .filter(Boolean)
            .join(' · '),
          by: entry.user,
          tone: entry.result ? tones[entry.result] : 'info',
          to: `${paths.audit}?${new URLSearchParams({ search: asked })}`,
        })),
        oldest: entries.at(-1)?.at,
        ...((page + 1) * size < total && { next: page + 1 }),
      }
    },
  }
}

const jobSource = (kind: AnnotatedKind, subject: string): ActivitySource => ({
  name: 'jobs',
  label: 'Jobs',
  permission: listJobs.permission,
  reads: listJobs.reads,
  endpoint: listJobs,
  read: async (page = 0, signal) => {
    const { rows, total } = await call(listJobs, { kind, subject, page, limit: size }, signal)
    return {
      entries: rows.map((row) => {
        const { id, title, by, item, state } = row
        const words = item ? outcomeWordsOf(kind)[item.outcome] : stateWords[state]
        return {
          key: `jobs ${id}`,
          at: item?.sentAt ?? row.startedAt ?? row.createdAt,
          title,
          text: item ? [words.label, item.remark].filter(Boolean).join(': ') : `${words.label}. ${stateText(row)}`,
          by,
          tone: words.tone,
          to: paths.job(String(id)),
        }
      }),
      oldest: rows.at(-1)?.createdAt,
      ...((page + 1) * size < total && { next: page + 1 }),
    }
  },
})

const noteSource = (kind: AnnotatedKind, subject: string, identifiers: readonly string[]): ActivitySource => ({
  name: 'notes',
  label: 'Notes and tags',
  permission: listAnnotationChanges.permission,
  reads: listAnnotationChanges.reads,
  endpoint: listAnnotationChanges,
  read: async (before, signal) => {
    const asked = { kind, identifiers: [...identifiers], limit: size, ...(before !== undefined && { before }) }
    const { rows } = await call(listAnnotationChanges, asked, signal)
    const last = rows.at(-1)
    return {
      entries: rows.map(({ at, by, field, name, before: was, after, file }) => ({
        key: `notes ${at} ${field}`,
        at,
        title: name,
        text: changeText(was, after, file),
        by,
        tone: 'info',
        to: pageOfAnnotated[kind](subject),
      })),
      oldest: last?.at,
      ...(rows.length >= size && last && { next: last.at }),
    }
  },
})

/** A problem with its explanation; the explanations are loaded on demand. */
export async function explained(code: string, message: string, service: ServiceName): Promise<Problem> {
  await explainProblems()
  return new Problem(code, message, { service })
}
