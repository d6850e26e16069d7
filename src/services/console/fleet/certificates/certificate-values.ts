import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FleetField } from '#contract/fleet/field.ts'
import type { Scalar } from '#contract/wire.ts'
import { contains } from '#platform/database/differences.ts'
import { timeAsReported } from '#services/console/fleet/indexed-record.ts'
import type { Where } from '#services/console/fleet/comparisons.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { countedOnce, lowerCase } from '#services/console/fleet/pages/spelling-counts.ts'
import { isOneSlice } from '#services/console/fleet/slices.ts'
import { keyOf, partRef } from './certificate-conditions.ts'
import { compactKey } from './take-certificates.ts'

type Db = Kysely<ConsoleTables>

/** `where`: devices; `ofOne`: their certificates. */
type Counted = { where: Where; ofOne: Where; search: string; from: RawBuilder<unknown>; most: RawBuilder<unknown> }

/** Values of a part, with the number of devices that have such a certificate. A device counts once for all spellings. */
export function partCounts(
  db: Db,
  { name, kind }: FleetField,
  { where, ofOne, search, from, most }: Counted,
): RawBuilder<{ value: Scalar; n: number }> {
  const ref = partRef(name)
  const isText = kind === 'text'
  const searched =
    search === '' || !isText ? sql`` : sql`and ${contains(db, sql<string>`lower(${ref})`, search.toLowerCase())}`
  const key = keyOf[name]
  const folded = key ? sql`coalesce(nullif(${partRef(key)}, ''), lower(${ref}))` : isText ? sql`lower(${ref})` : ref
  const counted = sql`select value, folded, count(*) as n from (
      with found as materialized (select fleet_device.id ${from} where ${where})
      select ${folded} as folded, max(${ref}) as value from found
      join fleet_device_certificate as of_device on of_device.device = found.id
      join fleet_certificate on fleet_certificate.id = of_device.certificate
      where ${ofOne} and ${ref} is not null ${searched} group by found.id, ${folded}) as of_devices
    group by folded, value`
  return isOneSlice(db) && isText ? countedOnce(counted, most) : sql`${counted} ${most}`
}

/** Spellings of a part that a query does not tell apart have the same folded text. */
export const foldedPart = ({ name }: FleetField) => {
  const isKey = keyOf[name] !== undefined
  return (text: string) => (isKey && compactKey(text)) || lowerCase(text)
}

/** A value of a part as in the contract. */
export const partShown = ({ kind }: FleetField, value: Scalar): Scalar =>
  kind === 'flag' ? Number(value) === 1 : kind === 'time' ? timeAsReported(Number(value)) : value

/**
 * Parts of the certificates of each device: the different texts, the first expiry, and whether one of them identifies
 * the device.
 */
export async function partsOf(db: Db, keys: readonly number[], parts: readonly FleetField[]) {
  const found = new Map<number, Record<string, Scalar>>()
  if (parts.length === 0) return found
  const selected = parts.map(({ name }) => sql`, ${partRef(name)} as ${sql.ref(name)}`)
  const { rows } = await sql<Record<string, Scalar> & { device: number }>`select device ${sql.join(selected, sql` `)}
    from fleet_device_certificate join fleet_certificate on fleet_certificate.id = certificate
    where device in (${sql.join(keys)}) order by certificatename, fleet_certificate.id`.execute(db)
  for (const key of keys) {
    const own = rows.filter(({ device }) => device === key)
    const values = parts.flatMap((field) => {
      const said = own.flatMap(({ [field.name]: value = null }) => (value === null ? [] : [value]))
      return said.length === 0 ? [] : [[field.name, together(field, said)] as const]
    })
    found.set(key, Object.fromEntries(values))
  }
  return found
}

function together(field: FleetField, values: readonly Scalar[]): Scalar {
  if (field.kind === 'flag') return partShown(field, Math.max(...values.map(Number)))
  if (field.kind === 'time') return partShown(field, Math.min(...values.map(Number)))
  return [...new Set(values)].join(', ')
}
