import type { ArchivedEntries, AuditFilter } from '#contract/console/audit.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers, People } from '#platform/console.ts'
import type { KeyStore } from '#services/console/api-keys/key-store.ts'
import { auditFile } from './audit-file.ts'
import type { AuditTrail } from './audit-trail.ts'
import { keyAudit } from './key-audit.ts'
import { entryFilter, type KeyAudit, readable } from './key-entries.ts'

type Parts = { audit: AuditTrail; keys: Pick<KeyStore, 'keyOf'>; callAs: People['callAs'] }

const nothing: KeyAudit = { entries: [], unseen: 0, missing: [] }

export function auditHandlers({
  audit,
  keys,
  callAs,
}: Parts): Pick<ConsoleHandlers, 'listAudit' | 'verifyAudit' | 'exportAudit'> {
  const keysOf = keyAudit(callAs, keys)
  /** Entries of key management have no result, so a filter by result excludes them. */
  const keyEntries = async (filter: AuditFilter, { site, person }: ConsoleCaller): Promise<KeyAudit> => {
    if (filter.source === 'console' || filter.result !== undefined) return nothing
    const { entries, ...about } = await keysOf({ site, person, newest: await audit.newest() })
    return { ...about, entries: entries.filter(entryFilter(filter)) }
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
      return { ...shown, ...(archived && { archived }) }
    },

    verifyAudit: () => audit.verify(),

    exportAudit: async ({ format, ...filter }, caller) => {
      await audit.reportAttempts(caller.site.name)
      const wanted = { ...filter, site: caller.site.name }
      if (format === 'jsonl') {
        requireConsole(filter)
        return auditFile.jsonl((max) => audit.chained(wanted, max))
      }
      const archived = await archivedOf(filter)
      const about = { ...(await keyEntries(filter, caller)), ...(archived && { archived }) }
      return auditFile.csv((max) => audit.walk(wanted, max, about.entries), about)
    },
  }
}

function requireConsole({ source }: AuditFilter) {
  if (source !== 'keys') return
  const message = 'JSON lines hold the hash chain of this console. Choose CSV for key management.'
  throw new Problem('INVALID_INPUT', message, { service: 'console', field: 'source' })
}
