/** Signing of requests as job items. */
import type { Endpoint, JobRow, Sent, ItemOutcome } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'

type Rows = Page<Readonly<Record<string, unknown>>>

/** The exported file is stored with the job. */
export const requestExportJob: JobRow = { kind: 'request', subject: 'CSR_ID', isExport: true, isRepeatable: true }

export const signingJob = (listRequestAnswers: Endpoint): JobRow => ({
  kind: 'request',
  subject: 'CSR_ID',
  answered: ({ rows: [row] }: Rows, [request = '']) =>
    new Map([[request, row ? issued(row.Certificate_ID, row.serialNumber) : { outcome: 'done' }]]),
  follow: {
    endpoint: listRequestAnswers,
    batchSize: 100,
    input: () => ({}),
    told: ({ rows }: Rows, { subject, at }: Sent): ItemOutcome | undefined => {
      const isAnswer = ({ CSR_ID, answeredAt }: Rows['rows'][number]) =>
        String(CSR_ID) === subject && Date.parse(String(answeredAt)) >= at - clockDifferenceMs
      const found = rows.find(isAnswer)
      return found && issued(found.CertID, found.serialNumber)
    },
  },
})
const clockDifferenceMs = 60_000

export const issued = (id: unknown, serialNumber: unknown): ItemOutcome => ({
  outcome: 'done',
  remark: `Certificate ${String(id)}, serial number ${String(serialNumber)}`,
  evidence: String(id),
})
