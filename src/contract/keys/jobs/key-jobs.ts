/** Certificates, requests and keys as items of a job: what the answer says of each, and where one finds out later. */
import type { Endpoint, JobRow, Sent, Told } from '#contract/endpoint.ts'
import { textOfJson } from '#contract/json.ts'
import type { Page } from '#contract/page.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'
import { isSuccess } from '#contract/keys/result.ts'
import { releaseCode } from '#contract/keys/rules/revocation-state.ts'
import { doneWith, lookedAtOnce } from './deletion-job.ts'

/** As far as jobs read them. */
type Row = { CertID?: unknown; revokedAt?: string; revoke_reason?: unknown; message?: string; status?: string }
type Rows = Page<Row & Readonly<Record<string, unknown>>>
/** Its file is kept with the job. What got no answer is asked for again. */
export const exportJob = (of: { kind: SubjectKind; subject?: string }): JobRow => ({
  ...of,
  isExport: true,
  isRepeatable: true,
})

/** An item is a certificate by its ID; its own input names it. */
export const revocationJob = (listIssued: Endpoint): JobRow => ({
  kind: 'certificate',
  answered: doneWith((sentence: string) => sentence),
  follow: {
    endpoint: listIssued,
    batchSize: lookedAtOnce,
    input: () => ({}),
    told: ({ rows }: Rows, { subject, input }: Sent): Told | undefined => {
      const found = rows.find(({ CertID }) => String(CertID) === subject)
      // An authority elsewhere does not tell.
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

/** An item is a server by its name; its own input names the certificate. Nobody tells later what a server got. */
export const deploymentJob: JobRow = {
  kind: 'certificate-server',
  subject: 'serverName',
  touches: ({ CertID }) => (CertID === undefined ? [] : [{ kind: 'certificate', subject: textOfJson(CertID) }]),
  answered: ({ rows }: Rows, [server = '']) => new Map([[server, toldByServers(rows)]]),
}

export function toldByServers(rows: readonly Pick<Row, 'message' | 'status'>[], before = ''): Told {
  const failed = rows.find(({ status }) => !isSuccess(status))
  const [first] = rows
  if (!first) return { outcome: 'unknown', remark: `${before}The server reports no result` }
  const { message, status } = failed ?? first
  return { outcome: failed ? 'failed' : 'done', remark: before + (message || status || 'The server reports no result') }
}
