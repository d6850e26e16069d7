import type { audit } from '#contract/console/audit.ts'
import { Problem } from '#contract/problem.ts'
import type { Parts } from '#proxy/api.ts'
import type { OwnHandlers } from '#proxy/own-rows.ts'

export function auditHandlers(_parts: Parts): OwnHandlers<typeof audit> {
  const notYet = () => Promise.reject(new Problem('NOT_FOUND'))
  return { listAudit: notYet, verifyAudit: notYet, exportAudit: notYet }
}
