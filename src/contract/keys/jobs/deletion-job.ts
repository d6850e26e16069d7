/** What is deleted by items of a job, and where one finds out later that it is gone. */
import type { Endpoint, JobRow, Sent, Told } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'

type Rows = Page<Readonly<Record<string, unknown>>>

/** Looking lists all of them: one look serves many. */
export const lookedAtOnce = 100

export const doneWith =
  <O>(remark: (output: O) => string): JobRow['answered'] =>
  (output: O, subjects) =>
    new Map(subjects.map((subject) => [subject, { outcome: 'done', remark: remark(output) }]))

/** Gone is what a whole list does not have any more. */
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
    batchSize: lookedAtOnce,
    input: () => ({}),
    told: ({ rows, total = rows.length }: Rows, { subject: wanted }: Sent): Told | undefined => {
      if (rows.some((row) => String(idOf(row)) === wanted)) return undefined
      return total > rows.length ? { outcome: 'unknown' } : { outcome: 'done', remark: 'No longer listed' }
    },
    isListedAtOnce: true,
  },
})
