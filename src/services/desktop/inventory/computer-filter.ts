import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ComputerSearchColumn } from '#contract/desktop/computer-fields.ts'
import type { listInventoryComputers } from '#contract/desktop/inventory.ts'
import type { Input } from '#contract/endpoint.ts'
import { contains, findSubstring, isOneOf, unindexed } from '#platform/database/differences.ts'
import { agentVersions, type HardwareItem, models, systems } from '#services/demo/computers/models.ts'
import { type SoftwareItem, turns } from '#services/demo/computers/software.ts'
import { numberOfId } from '#services/demo/people/identifiers.ts'
import { offices } from '#services/demo/people/offices.ts'
import { domains } from '#services/desktop/accounts.ts'
import { fold } from '#services/lists/fold.ts'
import { type InventoryTables, type TextColumn, textColumns } from './tables.ts'

type Parameters = Omit<
  Input<typeof listInventoryComputers>,
  'page' | 'pagelimit' | 'sort' | 'hwid' | 'swid' | 'prohibitedswid'
>
/** Filter of computers by list parameters, software and hardware. */
export type ComputerFilter = Parameters & { software?: SoftwareItem; hardware?: HardwareItem }

type Condition = RawBuilder<SqlBool>
type SearchedText = { column: TextColumn; text: string }
/** A prepared filter: candidate keys if few, and the remaining conditions. */
export type ReadyFilter = { keys?: readonly number[]; text?: SearchedText; conditions: readonly Condition[] }
type Remember = <T>(name: string, find: () => Promise<T>) => Promise<T>

/** Up to this number, matches are collected and sorted; beyond, rows are read in sort order. */
export const smallResultLimit = 5000

export async function readyFilter(
  db: Kysely<InventoryTables>,
  filter: ComputerFilter,
  remember: Remember,
  few: number,
): Promise<ReadyFilter> {
  const conditions = conditionsOf(db, filter)
  const text = textIn(filter)
  if (text) {
    const place = { table: 'desktop_text', key: 'pk', column: text.column }
    const keys = await remember(`text ${text.column} ${text.text}`, () => findSubstring(db, place, text.text, few + 1))
    return keys.length > few ? { text, conditions } : { keys, conditions }
  }
  if (conditions.length === 0) return { conditions }
  const keys = await remember(`keys ${nameOf(filter)}`, () => firstKeys(db, conditions, few + 1))
  return keys.length > few ? { conditions } : { keys, conditions: [] }
}

/** Cache key of a filter. */
export const nameOf = ({ software, hardware, ...parameters }: ComputerFilter) =>
  JSON.stringify([parameters, software?.number, hardware?.name])

async function firstKeys(db: Kysely<InventoryTables>, conditions: readonly Condition[], max: number) {
  const query = db
    .selectFrom('desktop')
    .select('pk')
    .where(sql.join<SqlBool>([...conditions], sql` and `))
  return (await query.limit(max).execute()).map(({ pk }) => pk)
}

/** Columns with few values, stored as indexes into these lists. */
const catalogs = {
  domain_netbios_name: ['domain', domains],
  os_name: ['os', systems.map(({ name }) => name)],
  os_version: ['os', systems.map(({ version }) => version)],
  agent_version: ['agent', agentVersions],
  branch_office_name: ['office', offices.map(({ name }) => name)],
  location: ['office', offices.map(({ address }) => address)],
  model: ['model', models.map(({ name }) => name)],
  manufacturer: ['model', models.map(({ manufacturer }) => manufacturer)],
} as const satisfies Partial<Record<ComputerSearchColumn, readonly [string, readonly string[]]>>
type Cataloged = keyof typeof catalogs

const isCataloged = (column: ComputerSearchColumn): column is Cataloged => Object.hasOwn(catalogs, column)

function textIn({ searchcolumn, searchvalue }: ComputerFilter): SearchedText | undefined {
  const column = textColumns.find((name) => name === searchcolumn)
  return column && searchvalue !== undefined ? { column, text: fold(searchvalue) } : undefined
}

const placesWhere = (values: readonly string[], matches: (folded: string) => boolean) =>
  values.flatMap((value, place) => (matches(fold(value)) ? [place] : []))

function conditionsOf(db: Kysely<InventoryTables>, filter: ComputerFilter): Condition[] {
  const isIn = (column: string, values: readonly number[] | undefined) =>
    values === undefined ? [] : [isOneOf(db, unindexed(db, sql.ref<number>(`desktop.${column}`)), values)]
  const named = (values: readonly string[], name: string | undefined) =>
    name === undefined ? undefined : placesWhere(values, (value) => value === fold(name))
  return [
    ...isIn('domain', named(domains, filter.domainfilter)),
    ...isIn('office', named(catalogs.branch_office_name[1], filter.branchofficefilter)),
    ...isIn('live_status', numbers(filter.livestatusfilter)),
    ...isIn('installation_status', numbers(filter.installstatusfilter)),
    ...isIn('scan_status', numbers(filter.scanstatusfilter)),
    ...isIn('os_platform', numbers(filter.platformfilter)),
    ...(filter.residfilter ? [isOneOf(db, sql.ref<number>('desktop.pk'), filter.residfilter.map(keyOf))] : []),
    ...searchedPlaces(filter).flatMap(([column, places]) => isIn(column, places)),
    ...(filter.hardware ? [...isIn('model', filter.hardware.models), wasScanned] : []),
    ...(filter.software
      ? [...isIn('os_platform', filter.software.product.platforms), hasSoftware(filter.software), wasScanned]
      : []),
  ]
}

const keyOf = (id: string) => (numberOfId('desktop', id) ?? -1) + 1

const numbers = (texts: readonly string[] | undefined) =>
  texts?.map(Number).filter((number) => Math.abs(number) < 2 ** 15)

function searchedPlaces({ searchcolumn, searchvalue }: ComputerFilter): [string, number[]][] {
  if (searchcolumn === undefined || searchvalue === undefined || !isCataloged(searchcolumn)) return []
  const [column, values] = catalogs[searchcolumn]
  return [[column, placesWhere(values, (value) => value.includes(fold(searchvalue)))]]
}

const wasScanned: Condition = sql<SqlBool>`desktop.scanned_at > -1`
/** SQL form of `softwareOn`. */
const hasSoftware = ({ factor, start, from, to }: SoftwareItem): Condition => {
  const turn = sql`(cast(desktop.pk as bigint) * ${sql.lit(factor)} + ${sql.lit(start)}) % ${sql.lit(turns)}`
  return sql<SqlBool>`${turn} between ${sql.lit(from)} and ${sql.lit(to - 1)}`
}

/** The filter as an SQL condition. */
export function matching(db: Kysely<InventoryTables>, { keys, text, conditions }: ReadyFilter): Condition {
  const all: Condition[] = [sql<SqlBool>`1 = 1`, ...conditions]
  if (keys) all.push(isOneOf(db, sql.ref<number>('desktop.pk'), keys))
  if (text) {
    const column = sql.ref<string>(`desktop_text.${text.column}`)
    all.push(
      contains(db, sql<string>`(select ${column} from desktop_text where desktop_text.pk = desktop.pk)`, text.text),
    )
  }
  return sql.join(all, sql` and `)
}

export async function countMatching(db: Kysely<InventoryTables>, ready: ReadyFilter): Promise<number> {
  const { keys, text, conditions } = ready
  if (keys && conditions.length === 0) return keys.length
  if (text && conditions.length === 0) {
    const { total } = await db
      .selectFrom('desktop_text')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(contains(db, sql.ref<string>(`desktop_text.${text.column}`), text.text))
      .executeTakeFirstOrThrow()
    return total
  }
  const query = db.selectFrom('desktop').select(({ fn }) => fn.countAll<number>().as('total'))
  const { total } = await query.where(matching(db, ready)).executeTakeFirstOrThrow()
  return total
}
