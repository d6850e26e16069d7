import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/endpoint.ts'
import {
  type checkIndexedSecurity,
  type IndexedEncryption,
  type SecurityFinding,
  securityFindings,
} from '#contract/fleet/fleet-answers.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import { encryptionOf, statusesOnceEnrolled } from '#contract/mdm/jobs/security-job.ts'
import type { Where } from './comparisons.ts'
import { columnNamed, columnRef } from './fleet-conditions.ts'
import type { FleetQueries, FleetQuery } from './fleet-query.ts'
import { maxFailures } from './walks/row-counts.ts'
import { fleetColumns } from './layout.ts'
import type { FleetTables } from './tables.ts'

type CheckInput = Input<typeof checkIndexedSecurity>
type Checked = Omit<Output<typeof checkIndexedSecurity>, 'state'>

const ref = (name: string) => columnRef(columnNamed(fleetColumns, name))
const [enabled, storage] = [ref('is_encryption_enabled'), ref('storage_encryption')]

const unread = sql<SqlBool>`fleet_device.read_at = 0 and fleet_device.failures < ${sql.lit(maxFailures)}`
/** SQL equivalent of `encryptionOf`, and of `Unread`. */
const encryption = sql<IndexedEncryption>`case
  when ${enabled} is null and ${storage} is null then case when ${unread} then 'Unread' else 'Unknown' end
  when ${enabled} <> ${storage} then 'Contradictory' when ${enabled} = 1 or ${storage} = 1 then 'On' else 'Off' end`
const findings: Record<SecurityFinding, Where> = {
  'no-passcode': sql<SqlBool>`${ref('passcode_present')} = 0`,
  rooted: sql<SqlBool>`${ref('device_rooted')} = 1`,
}

const fieldOf: Record<SecurityFinding, string> = { 'no-passcode': 'passcode_present', rooted: 'device_rooted' }

const read = ['is_encryption_enabled', 'storage_encryption', 'passcode_present', 'device_rooted', 'managed_status']
const columns = [
  ...read,
  'user_name',
  'user_email',
  'platform_type',
  'os_version',
  'serial_number',
  'owned_by',
  'is_lost_mode_enabled',
]

/** Security state of devices, from their records. */
export function fleetSecurity(database: Kysely<FleetTables>, queries: FleetQueries) {
  async function unreadOf(site: string, ids: readonly string[]) {
    if (ids.length === 0) return new Set<string>()
    const rows = await database
      .selectFrom('fleet_device')
      .select('device_id')
      .where('site', '=', site)
      .where('device_id', 'in', ids)
      .where(unread)
      .execute()
    return new Set(rows.map(({ device_id }) => device_id))
  }
  /** Whether any device of the site reports a field, selected or not. */
  const isReportedBy = async (site: string, catalog: Catalog, field: string) =>
    (await queries.count({ site, catalog, conditions: [{ field, comparison: 'missing', negated: true }] })) > 0
  return async function check(site: string, catalog: Catalog, asked: CheckInput): Promise<Checked> {
    const { sort, offset = 0, limit = 50 } = asked
    const query = (also: readonly Where[]): FleetQuery => ({
      site,
      catalog,
      conditions: conditionsOf(asked),
      also: { where: sql.join([enrolled(asked), ...also], sql` and `), fields: read },
      // Includes devices removed from the server.
      ...(asked.exclude_removed !== true && { counted: 'is_removed' }),
    })
    const isEncrypted = asked.encryption === undefined ? [] : [sql<SqlBool>`${encryption} = ${asked.encryption}`]
    const hasFinding = asked.finding === undefined ? [] : [findings[asked.finding]]
    const page = await queries.page(query([...isEncrypted, ...hasFinding]), { sort, columns, offset, limit })
    const counts: Record<string, number> = {}
    const encrypted = sql`${encryption} as encryption, count(*) as n`
    for (const row of await queries.grouped<{ encryption: IndexedEncryption; n: number }>(
      query(hasFinding),
      encrypted,
      encryption,
    ))
      counts[row.encryption] = (counts[row.encryption] ?? 0) + row.n
    for (const name of securityFindings) {
      const found = await queries.count(query([...isEncrypted, findings[name]]))
      const isReported = found > 0 || (await isReportedBy(site, catalog, fieldOf[name]))
      if (isReported) counts[name] = found
    }
    const notRead = await unreadOf(
      site,
      page.rows.map(({ device_id }) => device_id),
    )
    const rows = page.rows.map((row) => {
      const said = encryptionOf(row.values)
      return { ...row, encryption: said === 'Unknown' && notRead.has(row.device_id) ? ('Unread' as const) : said }
    })
    return { ...page, rows, counts }
  }
}

function conditionsOf({ search = '', platform = '', owned_by = '' }: CheckInput): Condition[] {
  const is = (field: string, value: string): Condition[] => (value === '' ? [] : [{ field, comparison: 'is', value }])
  return [
    ...(search.trim() === '' ? [] : [{ comparison: 'has', value: search } as const]),
    ...is('platform_type', platform),
    ...is('owned_by', owned_by),
  ]
}

/** Excludes devices that were never enrolled, whose state is unknown. */
function enrolled({ managed_status }: CheckInput): RawBuilder<SqlBool> {
  const status = ref('managed_status')
  return managed_status === undefined
    ? sql<SqlBool>`(${status} is null or ${status} in (${sql.join(statusesOnceEnrolled.map(Number))}))`
    : sql<SqlBool>`${status} = ${Number(managed_status)}`
}
