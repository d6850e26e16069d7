import type { audit as rows } from '#contract/console/audit.ts'
import type { Parts } from '#proxy/api.ts'
import type { OwnHandlers } from '#proxy/own-rows.ts'
import { auditFile } from './audit-file.ts'

export function auditHandlers({ audit }: Parts): OwnHandlers<typeof rows> {
  return {
    listAudit: async ({ page, limit, ...filter }, { site }) => ({
      output: await audit.list({ ...filter, site: site.name }, { page, limit }),
    }),
    verifyAudit: async () => ({ output: await audit.verify() }),
    exportAudit: async ({ format, ...filter }, { site }) => ({
      output: await auditFile(format, (most) => audit.walk({ ...filter, site: site.name }, most)),
    }),
  }
}
