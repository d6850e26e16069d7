/** Certificates, requests and keys as job items: outcome by the response, and status checks. */
import type { Endpoint, JobRow, Sent, ItemOutcome } from '#contract/endpoint.ts'
import { textOfJson } from '#contract/json.ts'
import type { Page } from '#contract/page.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'
import { isSuccess } from '#contract/keys/result.ts'
import { releaseCode } from '#contract/keys/rules/revocation-state.ts'
import { doneWith, maxNamesPerRequest } from './deletion-job.ts'

/** Fields used by jobs. */
type Row = { CertID?: unknown; revokedAt?: string; revoke_reason?: unknown; message?: string; status?: string }
type Rows = Page<Row & Readonly<Record<string, unknown>>>
/** The exported file is stored with the job. Requests without a response are repeated. */
export const exportJob = (of: { kind: SubjectKind; subject?: string }): JobRow => ({
  ...of,
  isExport: true,
  isRepeatable: true,
})

/** Items are certificates by ID; their own input holds name and serial number. */
export const revocationJob = (listIssued: Endpoint): JobRow => ({
  kind: 'certificate',
  answered: doneWith((sentence: string) => sentence),
  follow: {
    endpoint: listIssued,
    batchSize: maxNamesPerRequest,
    input: () => ({}),
    told: ({ rows }: Rows, { subject, input }: Sent): ItemOutcome | undefined => {
      const found = rows.find(({ CertID }) => String(CertID) === subject)
      // External authorities do not report revocations.
      if (!found) return { outcome: 'unknown' }
      const wanted = Number(input.revoke_reason)
      const isAsWanted =
        wanted === releaseCode
          ? found.revokedAt === undefined
          : found.revokedAt !== undefined && Number(found.revoke_reason) === wanted
      return isAsWanted ? { outcome: 'done', remark: 'Found on the server' } : undefined
    },
    isListedAtOnce: true,
  },
})

/** Items are servers by name; their own input identifies the certificate. There is no status check for deployments. */
export const deploymentJob: JobRow = {
  kind: 'certificate-server',
  subject: 'serverName',
  touches: ({ CertID }) => (CertID === undefined ? [] : [{ kind: 'certificate', subject: textOfJson(CertID) }]),
  answered: ({ rows }: Rows, [server = '']) => new Map([[server, outcomeByServers(rows)]]),
}

export function outcomeByServers(rows: readonly Pick<Row, 'message' | 'status'>[], before = ''): ItemOutcome {
  const failed = rows.find(({ status }) => !isSuccess(status))
  const [first] = rows
  if (!first) return { outcome: 'unknown', remark: `${before}The server reports no result` }
  const { message, status } = failed ?? first
  return { outcome: failed ? 'failed' : 'done', remark: before + (message || status || 'The server reports no result') }
}
