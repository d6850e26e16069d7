import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Comparison, Condition } from '#contract/fleet/condition.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import { readTime } from '#contract/fleet/query-time.ts'
import { foldedText } from '#contract/text-rank.ts'
import { contains, containsAnyCase, isAnyCase } from '#platform/database/differences.ts'
import { during, never, type Where } from '#services/console/fleet/comparisons.ts'
import { laterTable, type Layout } from '#services/console/fleet/layout.ts'
import { andInRange, type Range } from '#services/console/fleet/slices.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { compactKey } from './take-certificates.ts'

type QueryContext = { db: Kysely<ConsoleTables>; site: string; now: number; layout: Layout; range?: Range }

const list = 'certificate'
export const partRef = (name: string) => sql.ref<string>(`fleet_certificate.${name}`)

/** Columns of parts that are compared without separators. */
export const keyOf: Partial<Record<string, string>> = {
  serialnumber: 'serial_key',
  certificatefingerprint: 'fingerprint_key',
}

const isPart = ({ field = '', comparison, negated }: Condition, { parts }: Layout) =>
  parts.has(field) && !negated && comparison !== 'missing' && comparison !== 'unknown'

/** Conditions that apply to one and the same certificate, if any: its parts, and what `certificate:` says of it. */
export function ofOneCertificate(conditions: readonly Condition[], layout: Layout): readonly Condition[] {
  if (!conditions.some((condition) => isPart(condition, layout))) return []
  const isSaidOfIt = ({ field, comparison, negated, of }: Condition) =>
    field === list && !negated && of === undefined && (comparison === 'has' || comparison === 'is')
  return conditions.filter((condition) => isPart(condition, layout) || isSaidOfIt(condition))
}

/** What holds of the rows of `fleet_certificate`. */
export const certificateWhere = (conditions: readonly Condition[], known: QueryContext): Where =>
  sql.join(
    [sql`fleet_certificate.site = ${known.site}`, ...conditions.map((condition) => ofCertificate(condition, known))],
    sql` and `,
  ) as Where

/** Devices with a certificate for which all of these conditions hold. */
export const hasCertificate = (conditions: readonly Condition[], known: QueryContext): Where =>
  devicesWith(certificateWhere(conditions, known), known)

const devicesWith = (where: Where, { range }: QueryContext): Where =>
  sql<SqlBool>`fleet_device.id in (select device from fleet_device_certificate where certificate in
    (select id from fleet_certificate where ${where}) ${andInRange(sql.ref('device'), range)})`

/** A condition on a part, on its own. Of a device without certificates, nothing is known about their parts. */
export function partWhere(field: FleetField, condition: Condition, known: QueryContext): Where {
  const { comparison, negated } = condition
  const ref = partRef(field.name)
  const ofSite = sql<SqlBool>`fleet_certificate.site = ${known.site}`
  const isReported = devicesWith(sql<SqlBool>`${ofSite} and ${ref} is not null`, known)
  if (comparison === 'missing')
    return negated
      ? isReported
      : sql<SqlBool>`(exists (select 1 from ${sql.table(known.layout.table(laterTable))} as of_record
          where of_record.device = fleet_device.id) and not (${isReported}))`
  const positive = hasCertificate([condition], known)
  if (!negated) return positive
  const isUnsaid = devicesWith(sql<SqlBool>`${ofSite} and ${ref} is null`, known)
  return sql<SqlBool>`(${isReported} and not (${isUnsaid}) and not (${positive}))`
}

function ofCertificate({ field = '', comparison, value = '' }: Condition, { db, now, layout }: QueryContext): Where {
  if (field === list)
    return comparison === 'is'
      ? sql<SqlBool>`(${isAnyCase(db, partRef('certificatename'), value)} or ${isAnyCase(db, partRef('serialnumber'), value)})`
      : contains(db, partRef('searched'), foldedText(value))
  const kind = layout.parts.get(field)?.kind
  const ref = partRef(field)
  if (kind === 'flag') return comparison === 'unknown' ? never : sql<SqlBool>`${ref} = 1`
  if (kind === 'time') return comparison === 'unknown' ? never : expires(comparison, value, now)
  if (comparison === 'unknown') return sql<SqlBool>`${ref} in ('', '-', '--')`
  const key = keyOf[field]
  const compact = compactKey(value)
  if (key === undefined || compact === '')
    return comparison === 'has' ? containsAnyCase(db, ref, value) : isAnyCase(db, ref, value)
  return comparison === 'has' ? contains(db, partRef(key), compact) : sql<SqlBool>`${partRef(key)} = ${compact}`
}

/** A duration is counted from now on: below 30 days also holds for what has expired. */
function expires(comparison: Comparison, value: string, now: number): Where {
  const ref = partRef('certificateexpiry')
  const time = readTime(value)
  if (!time || !('agoMs' in time)) return during(ref, comparison, time, now)
  const isAbove = comparison === 'above' || comparison === 'atLeast'
  return isAbove ? sql<SqlBool>`${ref} >= ${now + time.agoMs}` : sql<SqlBool>`${ref} < ${now + time.agoMs}`
}
