import { sql } from 'kysely'
import type { reportRows } from '#contract/keys/discovery.ts'
import { contains } from '#platform/database/differences.ts'
import type { Handlers } from '#services/router.ts'
import type { Vulnerabilities } from './discovery/vulnerabilities.ts'
import type { KeyCall, KeyManagement } from './key-management.ts'
import { wireTime } from './wire-time.ts'

const maxAuditRows = 10_000

/** getAuditDetails and getSSLVulnerabilityCount. */
export const reportHandlers = ({ db }: KeyManagement): Handlers<typeof reportRows, KeyCall> => ({
  listAudit: async () => {
    const { total } = await db
      .selectFrom('key_audit')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('key_audit')
      .select(['id', 'operation', 'description', 'username', 'at'])
      .orderBy('id', 'desc')
      .limit(maxAuditRows)
      .execute()
    return {
      rows: rows.map(({ id, operation, description, username, at }) => ({
        AUDITID: id,
        OPERATION: operation,
        DESCRIPTION: description,
        USERNAME: username,
        TIME: wireTime(at),
      })),
      total: total,
    }
  },

  countVulnerabilities: async () => {
    const hosts = await weakHosts(db)
    return {
      SSLVulnerabilityCount: {
        'Weak Cipher Suites': hosts.looked - hosts.strongSuites,
        'Poodle SSL': hosts.poodle,
        Revoked: (await revokedCertificates(db)).count,
        'SSLv3 Enabled': hosts.ssl3,
        'No TLS1.2': hosts.noTls12,
        Heartbleed: hosts.heartbleed,
      },
    }
  },
})

type Database = KeyManagement['db']

/** Findings are stored as JSON of known form, so they are counted by substring. Unknown results are not counted. */
const weakHosts = (db: Database) => {
  const found = (finding: Partial<Vulnerabilities>) =>
    contains(db, sql.ref<string>('findings'), JSON.stringify(finding).slice(1, -1))
  return db
    .selectFrom('key_host_weakness')
    .select(({ fn }) => [
      fn.countAll<number>().as('looked'),
      fn
        .countAll<number>()
        .filterWhere(found({ ssl3: 'yes' }))
        .as('ssl3'),
      fn
        .countAll<number>()
        .filterWhere(found({ poodle: 'yes' }))
        .as('poodle'),
      fn
        .countAll<number>()
        .filterWhere(found({ noTls12: 'yes' }))
        .as('noTls12'),
      fn
        .countAll<number>()
        .filterWhere(found({ heartbleed: 'yes' }))
        .as('heartbleed'),
      fn
        .countAll<number>()
        .filterWhere(found({ weakCipherSuites: [] }))
        .as('strongSuites'),
    ])
    .executeTakeFirstOrThrow()
}

/** Revocations by internal authorities, from their ledger; no network requests. */
const revokedCertificates = (db: Database) =>
  db
    .selectFrom('key_certificate')
    .innerJoin('key_issued', 'key_issued.sha256', 'key_certificate.sha256')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('key_issued.revoked_at', 'is not', null)
    .executeTakeFirstOrThrow()
