import { columnsOf } from '#components/lists/Columns.tsx'
import type { InstalledSoftware, License, LicenseSoftware, Software } from '#contract/desktop/inventory-fields.ts'
import { codedIn } from '#contract/desktop/status.ts'
import { given } from '#pages/desktops/computer-facts.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Column } from '#ui/table/column.ts'
import type { Look } from '#ui/table/Columns.tsx'
import { softwareLabels as labels } from './software-search.ts'

type AnySoftware = Pick<Software, 'software_name' | 'software_version' | 'manufacturer_name' | 'compliant_status'>
type Coded = 'compliant_status' | 'is_usage_prohibited' | 'sw_type'

const toneOf: Record<Coded, Readonly<Record<number, Tone>>> = {
  compliant_status: { [-1]: 'muted', 0: 'bad', 1: 'info', 2: 'ok', 3: 'bad' },
  is_usage_prohibited: { 0: 'muted', 1: 'ok', 2: 'bad' },
  sw_type: {},
}

const columnsIn = <T,>(look: Look<T> = {}) => columnsOf<T, unknown>(look, given)

/** Status column with badges; an undefined number is shown as is. */
const asBadge = <T extends object>(field: Coded & keyof T, header: string, width: number, priority: 1 | 2 = 1) =>
  columnsIn<T>().coded(
    field,
    header,
    (row) => {
      const value = row[field] as number | undefined
      return value === undefined ? undefined : { ...codedIn(field, value), tone: toneOf[field][value] ?? 'muted' }
    },
    { width, priority, sortable: field !== 'is_usage_prohibited', missing: '' },
  )

const asType = <T extends { sw_type?: number }>() =>
  columnsIn<T>().coded(
    'sw_type',
    'Type',
    ({ sw_type: type }) => (type === undefined ? undefined : codedIn('sw_type', type)),
    { width: 135, sortable: true, priority: 2 },
  )

function named<T extends AnySoftware>() {
  const { text } = columnsIn<T>({ sortable: true })
  return [
    text('software_name', labels.software_name ?? '', (row) => nameOfSoftware(row), { width: 206, priority: 1 }),
    text('software_version', 'Version', (row) => row.software_version, { width: 105, priority: 1 }),
    text('manufacturer_name', 'Manufacturer', (row) => row.manufacturer_name, { width: 140, priority: 2 }),
  ]
}

export const nameOfSoftware = ({ software_name: name }: { software_name?: string }) => given(name) || 'Unnamed software'

/** Remaining licenses; negative if more are installed than purchased. */
export const leftText = (left: number | undefined) =>
  left === undefined ? '' : left < 0 ? `${(-left).toLocaleString('en')} short` : left.toLocaleString('en')

const left = <T extends { remaining_copies?: number }>(header: string, look?: Look<T>) =>
  columnsIn<T>().number('remaining_copies', header, ({ remaining_copies }) => remaining_copies, {
    width: 104,
    priority: 2,
    cell: ({ remaining_copies }) => leftText(remaining_copies) || '–',
    ...look,
  })

const category = { width: 140, sortable: true, priority: 2 } as const
const sw = columnsIn<Software>({ hidden: true })

export const softwareColumns: Column<Software>[] = [
  ...named<Software>(),
  columnsIn<Software>().number('managed_installations', 'Computers', (row) => row.managed_installations, {
    width: 110,
    sortable: true,
    priority: 1,
  }),
  asBadge('is_usage_prohibited', 'Usage', 142),
  asBadge('compliant_status', 'Compliance', 150, 2),
  asType(),
  sw.text('sw_category_name', 'Category', (row) => row.sw_category_name, category),
  left('Copies left', { sortable: true, hidden: true }),
  sw.number('total_copies', 'Copies bought', (row) => row.total_copies, { width: 130 }),
  sw.number('network_installations', 'Network installations', (row) => row.network_installations, { width: 170 }),
  sw.time('detected_time', 'First seen', (row) => row.detected_time, { width: 125 }),
  sw.text('comments', 'Comments', (row) => row.comments, { width: 200 }),
  sw.code('software_id', 'Software ID', (row) => row.software_id, { width: 150 }),
]

/** Columns of the prohibited list: without the prohibition itself; sortable only where the server supports it. */
export const prohibitedColumns: Column<Software>[] = [
  ...named<Software>(),
  columnsIn<Software>().number('managed_installations', 'Computers', (row) => row.managed_installations, {
    width: 110,
    sortable: true,
    priority: 1,
  }),
  sw.text('comments', 'Comments', (row) => row.comments, { width: 160, priority: 2, hidden: false }),
  sw.text('sw_category_name', 'Category', (row) => row.sw_category_name, { ...category, hidden: false }),
  sw.time('detected_time', 'First seen', (row) => row.detected_time, { width: 125, priority: 2, hidden: false }),
  sw.code('software_id', 'Software ID', (row) => row.software_id, { width: 150 }),
]

const installed = columnsIn<InstalledSoftware>({ hidden: true, sortable: true })
const shown = { hidden: false } as const

/** All rows are loaded, so each column can be filtered. */
export const installedColumns: Column<InstalledSoftware>[] = [
  ...named<InstalledSoftware>(),
  installed.time('installed_date', 'Installed', (row) => row.installed_date, { width: 120, priority: 1, ...shown }),
  asBadge<InstalledSoftware>('is_usage_prohibited', 'Usage', 142),
  asType<InstalledSoftware>(),
  asBadge<InstalledSoftware>('compliant_status', 'Compliance', 140, 2),
  installed.text('sw_category_name', 'Category', (row) => row.sw_category_name, { ...category, ...shown }),
  installed.text('architecture', 'Architecture', (row) => row.architecture, { width: 125 }),
  installed.code('location', 'Location', (row) => row.location, { width: 260 }),
  installed.text('license_owner', 'License owner', (row) => row.license_owner, { width: 150 }),
  installed.text('installed_format', 'Format', (row) => row.installed_format, { width: 100 }),
  installed.text('comments', 'Comments', (row) => row.comments, { width: 200 }),
].map((column) => Object.assign({}, column, { filter: true }))

function licensed<T extends LicenseSoftware>(): Column<T>[] {
  const { number, time } = columnsIn<T>({ sortable: true, priority: 1 })
  return [
    ...named<T>(),
    asBadge<T>('compliant_status', 'Compliance', 150),
    number('purchased_count', 'Bought', (row) => row.purchased_count, { width: 88 }),
    number('installed_count', 'Installed', (row) => row.installed_count, { width: 100 }),
    left<T>('Left'),
    time('expiry_date', 'Expires', (row) => row.expiry_date, { width: 110, priority: 2 }),
  ]
}

const bought = columnsIn<License>({ hidden: true })

export const productColumns: Column<LicenseSoftware>[] = licensed()
export const purchaseColumns: Column<License>[] = [
  ...licensed<License>(),
  bought.text('vendor', 'Vendor', (row) => row.vendor, { width: 140, priority: 2, ...shown }),
  bought.text('license_type', 'License type', (row) => row.license_type, { width: 130 }),
  bought.time('purchased_date', 'Bought on', (row) => row.purchased_date, {
    width: 120,
    sortable: true,
    priority: 2,
    ...shown,
  }),
  bought.text('cost', 'Cost', (row) => row.cost, { width: 110 }),
  bought.code('license_key_tail', 'Key ends in', (row) => row.license_key_tail, { width: 120 }),
  bought.code('license_id', 'License ID', (row) => row.license_id, { width: 150 }),
]
