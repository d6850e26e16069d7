import type { InstalledSoftware, License, LicenseSoftware, Software } from '#contract/desktop/inventory-fields.ts'
import { meaningOf } from '#contract/desktop/status.ts'
import { asCount, asTime, codeColumn, textColumn } from '#pages/desktops/CommonColumns.tsx'
import { given } from '#pages/desktops/computer-facts.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import { softwareLabels } from './software-search.ts'

type AnySoftware = Pick<Software, 'software_name' | 'software_version' | 'manufacturer_name' | 'compliant_status'>
type Coded = 'compliant_status' | 'is_usage_prohibited' | 'sw_type'

const toneOf: Record<Coded, Readonly<Record<number, Tone>>> = {
  compliant_status: { [-1]: 'muted', 0: 'bad', 1: 'info', 2: 'ok', 3: 'bad' },
  is_usage_prohibited: { 0: 'muted', 1: 'ok', 2: 'bad' },
  sw_type: {},
}

/** A status as a badge; a number without a meaning stays that number. */
const asBadge = <T extends object>(
  field: Coded & keyof T,
  header: string,
  width: number,
  priority: 1 | 2 = 1,
): Column<T> => {
  const numberIn = (row: T) => row[field] as number | undefined
  const words = (row: T) => {
    const value = numberIn(row)
    return value === undefined ? '' : meaningOf(field, value)
  }
  return {
    id: field,
    header,
    width,
    priority,
    kind: 'choice',
    sortable: field !== 'is_usage_prohibited',
    value: words,
    cell: (row) =>
      words(row) && <StatusBadge tone={toneOf[field][numberIn(row) ?? NaN] ?? 'muted'}>{words(row)}</StatusBadge>,
  }
}
const asType = <T extends { sw_type?: number }>(): Column<T> => ({
  ...textColumn<T>('sw_type', { header: 'Type', width: 135, sortable: true, priority: 2 }, ({ sw_type: type }) =>
    type === undefined ? '' : meaningOf('sw_type', type),
  ),
  kind: 'choice',
})

const named = <T extends AnySoftware>(): Column<T>[] => [
  textColumn(
    'software_name',
    { header: softwareLabels.software_name ?? '', width: 206, sortable: true, priority: 1 },
    (row) => nameOfSoftware(row),
  ),
  textColumn(
    'software_version',
    { header: 'Version', width: 105, sortable: true, priority: 1 },
    (row) => row.software_version,
  ),
  textColumn(
    'manufacturer_name',
    { header: 'Manufacturer', width: 140, sortable: true, priority: 2 },
    (row) => row.manufacturer_name,
  ),
]

export const nameOfSoftware = ({ software_name: name }: { software_name?: string }) => given(name) || 'Unnamed software'

/** Copies that are left; below zero somebody has to buy, or to uninstall. */
export const leftInWords = (left: number | undefined) =>
  left === undefined ? '' : left < 0 ? `${(-left).toLocaleString('en')} short` : left.toLocaleString('en')

const left = <T extends { remaining_copies?: number }>(header: string): Column<T> => ({
  id: 'remaining_copies',
  header,
  width: 104,
  align: 'end',
  priority: 2,
  kind: 'number',
  value: ({ remaining_copies: count }) => count,
  cell: ({ remaining_copies: count }) => leftInWords(count) || '–',
})

export const softwareColumns: Column<Software>[] = [
  ...named<Software>(),
  asCount(
    'managed_installations',
    { header: 'Computers', width: 110, sortable: true, priority: 1 },
    (row) => row.managed_installations,
  ),
  asBadge('is_usage_prohibited', 'Usage', 142),
  asBadge('compliant_status', 'Compliance', 150, 2),
  asType(),
  textColumn(
    'sw_category_name',
    { header: 'Category', width: 140, sortable: true, priority: 2, hidden: true },
    (row) => row.sw_category_name,
  ),
  { ...left<Software>('Copies left'), sortable: true, hidden: true },
  asCount('total_copies', { header: 'Copies bought', width: 130, hidden: true }, (row) => row.total_copies),
  asCount(
    'network_installations',
    { header: 'Network installations', width: 170, hidden: true },
    (row) => row.network_installations,
  ),
  asTime('detected_time', { header: 'First seen', width: 125, hidden: true }, (row) => row.detected_time),
  textColumn('comments', { header: 'Comments', width: 200, hidden: true }, (row) => row.comments),
  codeColumn('software_id', { header: 'Software ID', width: 150, hidden: true }, (row) => row.software_id),
]

/** All rows are here: each column can be filtered. */
export const installedColumns: Column<InstalledSoftware>[] = [
  ...named<InstalledSoftware>(),
  asTime<InstalledSoftware>(
    'installed_date',
    { header: 'Installed', width: 120, sortable: true, priority: 1 },
    (row) => row.installed_date,
  ),
  asBadge<InstalledSoftware>('is_usage_prohibited', 'Usage', 142),
  asType<InstalledSoftware>(),
  asBadge<InstalledSoftware>('compliant_status', 'Compliance', 150, 2),
  textColumn<InstalledSoftware>(
    'sw_category_name',
    { header: 'Category', width: 140, sortable: true, priority: 2 },
    (row) => row.sw_category_name,
  ),
  textColumn<InstalledSoftware>(
    'architecture',
    { header: 'Architecture', width: 125, hidden: true, sortable: true },
    (row) => row.architecture,
  ),
  codeColumn<InstalledSoftware>(
    'location',
    { header: 'Location', width: 260, hidden: true, sortable: true },
    (row) => row.location,
  ),
  textColumn<InstalledSoftware>(
    'license_owner',
    { header: 'License owner', width: 150, hidden: true, sortable: true },
    (row) => row.license_owner,
  ),
  textColumn<InstalledSoftware>(
    'installed_format',
    { header: 'Format', width: 100, hidden: true, sortable: true },
    (row) => row.installed_format,
  ),
  textColumn<InstalledSoftware>(
    'comments',
    { header: 'Comments', width: 200, hidden: true, sortable: true },
    (row) => row.comments,
  ),
].map((column) => Object.assign({}, column, { filter: true }))

const licensed = <T extends LicenseSoftware>(): Column<T>[] => [
  ...named<T>(),
  asBadge<T>('compliant_status', 'Compliance', 150),
  asCount(
    'purchased_count',
    { header: 'Bought', width: 88, sortable: true, priority: 1 },
    (row) => row.purchased_count,
  ),
  asCount(
    'installed_count',
    { header: 'Installed', width: 100, sortable: true, priority: 1 },
    (row) => row.installed_count,
  ),
  left<T>('Left'),
  asTime('expiry_date', { header: 'Expires', width: 110, sortable: true, priority: 2 }, (row) => row.expiry_date),
]

export const productColumns: Column<LicenseSoftware>[] = licensed()
export const purchaseColumns: Column<License>[] = [
  ...licensed<License>(),
  textColumn('vendor', { header: 'Vendor', width: 140, priority: 2 }, (row) => row.vendor),
  textColumn('license_type', { header: 'License type', width: 130, hidden: true }, (row) => row.license_type),
  asTime(
    'purchased_date',
    { header: 'Bought on', width: 120, sortable: true, priority: 2 },
    (row) => row.purchased_date,
  ),
  textColumn('cost', { header: 'Cost', width: 110, hidden: true }, (row) => row.cost),
  codeColumn('license_key_tail', { header: 'Key ends in', width: 120, hidden: true }, (row) => row.license_key_tail),
  codeColumn('license_id', { header: 'License ID', width: 150, hidden: true }, (row) => row.license_id),
]
