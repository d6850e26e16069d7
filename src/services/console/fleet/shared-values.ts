import type { Output } from '#contract/endpoint.ts'
import type { lookUpDevices } from '#contract/fleet/fleet-answers.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import type { Catalog, FleetField } from '#contract/fleet/field.ts'
import { checkedValue } from '#contract/fleet/query-value.ts'
import type { FleetQueries } from './fleet-query.ts'

type Entry = Output<typeof lookUpDevices>['entries'][number]
type Row = Output<typeof lookUpDevices>['rows'][number]
type LookupText = { site: string; catalog: Catalog; text: string }

/** Text fields with values that many devices share, in the order of results. */
export const sharedOfDevices = [
  'model',
  'product_name',
  'model_type',
  'platform_type',
  'os_name',
  'os_version',
  'build_version',
  'agent_version',
  'office',
  'description',
  'asset_owner',
  'purchase_order_number',
  'warranty_number',
  'current_carrier_network',
  'subscriber_carrier_network',
]
export const sharedOfComputers = [
  'os_name',
  'os_version',
  'service_pack',
  'os_platform_name',
  'agent_version',
  'device_model',
  'device_manufacturer',
  'device_type',
  'processor',
  'branch_office_name',
  'domain_netbios_name',
  'location',
  'customer_name',
  'search_tag',
  'remarks',
]
const maxFields = 4
const digits = /^\d/

/**
 * Values of shared fields that match a text: a query if more than `few` devices have them, or else these devices.
 * A version matches as in queries: 15 matches 15.2.
 */
export function sharedValues(queries: FleetQueries, names: readonly string[], columns: readonly string[], few: number) {
  const labelled = (row: Omit<Row, 'by'>, { name: field, label }: FleetField): Row =>
    Object.assign(row, { by: { field, label, value: String(row.values[field]) } })

  return async function matching({ site, catalog, text }: LookupText): Promise<{ rows: Row[]; entries: Entry[] }> {
    const wanted = names.flatMap((name) => {
      const field = catalog.get(name)
      if (field === undefined || (field.kind === 'version' && !digits.test(text))) return []
      const checked = checkedValue(field, 'has', text)
      if ('message' in checked) return []
      const condition: Condition = { field: name, comparison: checked.comparison, value: text }
      return [{ field, conditions: [condition] as const }]
    })
    const counts = await queries.countEach(
      { site, catalog, conditions: [] },
      wanted.map(({ conditions }) => conditions),
    )
    const rows: Row[] = []
    const entries: Entry[] = []
    for (const { field, conditions } of wanted.filter((_, at) => (counts[at] ?? 0) > 0).slice(0, maxFields)) {
      const query = { site, catalog, conditions }
      const { name, label } = field
      const page = await queries.page(query, { columns: [...columns, name], offset: 0, limit: few })
      if (page.total <= few) {
        rows.push(...page.rows.map((row) => labelled(row, field)))
        continue
      }
      const values = await queries.combinations(query, [name])
      const most = String(values[0]?.values[0] ?? text)
      const isOne = values.length === 1
      entries.push({
        list: name,
        label,
        name: most,
        value: isOne ? most : text,
        devices: page.total,
        ...(!isOne && { values: values.length }),
      })
    }
    return { rows, entries }
  }
}
