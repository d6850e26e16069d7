import type { InstalledSoftware, License, LicenseSoftware, Software } from '#contract/desktop/inventory-fields.ts'
import type { CompliantStatus } from '#contract/desktop/status.ts'
import { licenseExpired, software, type SoftwareItem, softwareOn } from '#services/demo/computers/software.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { company } from '#services/demo/people/offices.ts'
import { Dice } from '#services/demo/random.ts'
import { day, type Moment } from '#services/demo/time.ts'
import type { MachineWithState } from './computer-row.ts'

/** Installations of a software, and purchased copies (null if no license is needed). */
export type Counted = { installations: number; copies: number | null }
export type Counts = ReadonlyMap<number, Counted>

const none: Counted = { installations: 0, copies: null }
const defaultSpare = 0.1

function complianceOf(item: SoftwareItem, { installations, copies }: Counted): CompliantStatus {
  if (copies === null) return -1
  if (licenseExpired(item)) return 3
  if (installations > copies) return 0
  return copies - installations > installations * defaultSpare ? 1 : 2
}

const commonOf = (item: SoftwareItem, counts: Counts) => ({
  software_id: item.id,
  software_name: item.product.name,
  software_version: item.version,
  manufacturer_id: item.manufacturerId,
  manufacturer_name: item.product.manufacturer,
  sw_type: item.product.type,
  sw_category_name: item.product.category,
  compliant_status: complianceOf(item, counts.get(item.number) ?? none),
  is_usage_prohibited: item.product.usage,
  comments: item.product.usage === 2 ? 'Remove it' : '',
})

/** Software installed on at least one computer. */
export const softwareRows = (counts: Counts, seededAt: Moment): Software[] =>
  software.flatMap((item) => {
    const counted = counts.get(item.number)
    if (!counted) return []
    const { installations, copies } = counted
    return [
      {
        ...commonOf(item, counts),
        managed_installations: installations,
        network_installations: 0,
        total_copies: copies ?? 0,
        remaining_copies: copies === null ? 0 : copies - installations,
        detected_time: seededAt - new Dice('software', item.number).between(1, 900) * day,
      },
    ]
  })

const folders = { 1: 'C:\\Program Files\\', 2: '/Applications/', 3: '/usr/lib/' } as const
const formats = { 1: 'MSI', 2: 'PKG', 3: 'Package' } as const

/** Software of a computer; empty before its first scan. */
export function installedRows({ machine, state }: MachineWithState, counts: Counts): InstalledSoftware[] {
  if (state.scanned_at === -1) return []
  return softwareOn(machine.index + 1, machine.platform).map((item) => {
    const installed = state.scanned_at - new Dice(`installed ${item.number}`, machine.index).between(1, 700) * day
    return Object.assign(commonOf(item, counts), {
      installed_date: installed,
      detected_time: Math.min(state.scanned_at, installed + day),
      architecture: item.product.name.includes('(x86)') ? '32-bit' : '64-bit',
      location: folders[machine.platform] + item.product.name,
      license_owner: item.product.type === 1 ? (machine.owner?.name ?? company) : '',
      installed_format: formats[machine.platform],
      uninstall_status: -1,
    })
  })
}

const expiryOf = (item: SoftwareItem, seededAt: Moment) => {
  const dice = new Dice('licence term', item.number)
  if (licenseExpired(item)) return seededAt - dice.between(5, 200) * day
  return dice.chance(0.3) ? -1 : seededAt + dice.between(400, 2000) * day
}

export const licenseSoftwareRows = (counts: Counts, seededAt: Moment): LicenseSoftware[] =>
  software.flatMap((item) => {
    const counted = counts.get(item.number)
    if (!counted || counted.copies === null) return []
    const { software_id, software_name, software_version, manufacturer_name, compliant_status } = commonOf(item, counts)
    return [
      {
        software_id,
        software_name,
        software_version,
        manufacturer_name,
        compliant_status,
        purchased_count: counted.copies,
        installed_count: counted.installations,
        remaining_copies: counted.copies - counted.installations,
        expiry_date: expiryOf(item, seededAt),
      },
    ]
  })

const vendors = ['Wharf Licenses', 'Dünen Handel', '光明商事', 'Direct']

/** One license per product that needs one. */
export const licenseRows = (counts: Counts, seededAt: Moment): License[] =>
  licenseSoftwareRows(counts, seededAt).map((row, at) => {
    const dice = new Dice('licence', at)
    return Object.assign(row, {
      license_id: idOf(
        'license',
        software.findIndex(({ id }) => id === row.software_id),
      ),
      license_type: dice.pick(['Perpetual', 'Subscription', 'Volume']),
      license_key_tail: dice.hex(4).toUpperCase(),
      purchased_date: seededAt - dice.between(400, 1500) * day,
      vendor: dice.pick(vendors),
      cost: `${dice.between(5, 900) * (row.purchased_count ?? 1)}.00 EUR`,
    })
  })
