/** Deletions as job items, and the status check that they are done. */
import type { Endpoint, JobRow, Sent, ItemOutcome } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'

type Rows = Page<Readonly<Record<string, unknown>>>

/** A status check lists everything, so one check serves many items. */
export const maxNamesPerRequest = 100

export const doneWith =
  <O>(remark: (output: O) => string): JobRow['answered'] =>
  (output: O, subjects) =>
    new Map(subjects.map((subject) => [subject, { outcome: 'done', remark: remark(output) }]))

/** Deleted means absent from a complete list. */
export const deletionJob = (
  { kind, subject }: { kind: SubjectKind; subject?: string },
  endpoint: Endpoint,
  idOf: (row: Rows['rows'][number]) => unknown,
): JobRow => ({
  kind,
  ...(subject !== undefined && { subject }),
  answered: doneWith(({ message }: { message: string }) => message),
  follow: {
    endpoint,
    batchSize: maxNamesPerRequest,
    input: () => ({}),
    told: ({ rows, total = rows.length }: Rows, { subject: wanted }: Sent): ItemOutcome | undefined => {
      if (rows.some((row) => String(idOf(row)) === wanted)) return undefined
      return total > rows.length ? { outcome: 'unknown' } : { outcome: 'done', remark: 'No longer listed' }
    },
    isListedAtOnce: true,
  },
})
