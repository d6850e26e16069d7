import type { ArchivedEntries, AuditFilter, audit as rows } from '#contract/console/audit.ts'
import { Problem } from '#contract/problem.ts'
import type { Caller, LocalHandlers } from '#proxy/local-endpoints.ts'
import type { Parts } from '#proxy/parts.ts'
import type { BearerOf } from '#proxy/upstream/bearer.ts'
import { auditFile } from './audit-file.ts'
import { keyAudit } from './key-audit.ts'
import { isWanted, type KeyAudit, readable } from './key-entries.ts'

const nothing: KeyAudit = { entries: [], unseen: 0, missing: [] }

export function auditHandlers({ audit }: Pick<Parts, 'audit'>, bearerOf: BearerOf): LocalHandlers<typeof rows> {
  const keysOf = keyAudit(bearerOf)
  /** Entries of key management have no result: a filter by one leaves none of them. */
  const keyEntries = async (filter: AuditFilter, { site, session }: Caller): Promise<KeyAudit> => {
    if (filter.source === 'console' || filter.result !== undefined) return nothing
    const { entries, ...about } = await keysOf({ site, session, newest: await audit.newest() })
    return { ...about, entries: entries.filter(isWanted(filter)) }
  }
  const archivedOf = async ({ source, since = 0 }: AuditFilter): Promise<ArchivedEntries | undefined> => {
    const archived = source === 'keys' ? undefined : await audit.archived()
    return archived && since <= archived.until ? archived : undefined
  }

  return {
    listAudit: async ({ page, limit, ...filter }, caller) => {
      await audit.reportAttempts(caller.site.name)
      const { entries: ofKeys, missing, unseen } = await keyEntries(filter, caller)
      const wanted = { ...filter, site: caller.site.name }
      const { total, entries } = await audit.list(wanted, { page, limit }, ofKeys)
      const archived = await archivedOf(filter)
      const shown = { total, entries: entries.map(readable), missing: [...missing], unseen }
      return { output: { ...shown, ...(archived && { archived }) } }
    },

    verifyAudit: async () => ({ output: await audit.verify() }),

    exportAudit: async ({ format, ...filter }, caller) => {
      await audit.reportAttempts(caller.site.name)
      const wanted = { ...filter, site: caller.site.name }
      if (format === 'jsonl') {
        requireConsole(filter)
        return { output: await auditFile.jsonl((most) => audit.chained(wanted, most)) }
      }
      const archived = await archivedOf(filter)
      const about = { ...(await keyEntries(filter, caller)), ...(archived && { archived }) }
      return { output: await auditFile.csv((most) => audit.walk(wanted, most, about.entries), about) }
    },
  }
}

function requireConsole({ source }: AuditFilter) {
  if (source !== 'keys') return
  const message = 'JSON lines hold the hash chain of this console. Choose CSV for key management.'
  throw new Problem('INVALID_INPUT', message, { service: 'console', field: 'source' })
}
