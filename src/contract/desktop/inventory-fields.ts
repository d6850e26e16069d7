/** Fields of inventory; names of real servers, verbatim. */
import * as z from 'zod/mini'
import { aListOf, aLong, aText, aTime, aValue, anInteger, anObject, type RecordOf } from '#contract/field.ts'
import { integer } from '#contract/wire.ts'
import { scanComputerFields } from './computer-fields.ts'

/** A count as text, as real servers send it in summaries. */
const countText = z.codec(
  z.custom((value) => value !== undefined),
  z.int(),
  {
    decode: (value, ctx) => {
      const count = z.safeDecode(integer, value as z.input<typeof integer>)
      if (count.success) return count.data
      ctx.issues.push({ code: 'custom', input: value, message: 'must be a count' })
      return z.NEVER
    },
    encode: String,
  },
)
const aCount = (note?: string) => ({ kind: 'integer', schema: countText, note }) as const

export const inventorySummaryFields = {
  software_compliance_summary: anObject({
    under_licensed: aCount(),
    over_licensed: aCount(),
    in_compliance: aCount(),
    expired: aCount(),
  }),
  warranty_summary: anObject({
    in_warranty: aCount(),
    soon_to_expire: aCount('Within 60 days'),
    expired: aCount(),
    unidentified: aCount(),
  }),
  audit_summary: anObject({ scanned: aCount(), failed: aCount(), in_progress: aCount(), yet_to_scan: aCount() }),
  computer_by_os: anObject({ windows: aCount(), mac: aCount(), linux: aCount() }),
  software_summary: anObject({
    total_software: aCount(),
    commercial_software: aCount(),
    non_commercial_software: aCount(),
    unidentified_software: aCount(),
    prohibited_software: aCount(),
  }),
}
export type InventorySummary = RecordOf<typeof inventorySummaryFields>

const software = {
  software_id: aLong(),
  software_name: aText(),
  software_version: aText(),
  manufacturer_id: aLong(),
  manufacturer_name: aText(),
  sw_type: anInteger(),
  sw_category_name: aText(),
  compliant_status: anInteger(),
  is_usage_prohibited: anInteger(),
  comments: aText(),
}

/** A row of inventory/software. */
export const softwareFields = {
  ...software,
  managed_installations: anInteger('Computers with this item'),
  network_installations: anInteger(),
  total_copies: anInteger('Copies purchased'),
  remaining_copies: anInteger('Negative when more copies are installed than purchased'),
  detected_time: aTime(),
}
export type Software = RecordOf<typeof softwareFields>

/** A row of inventory/installedsoftware. */
export const installedSoftwareFields = {
  ...software,
  installed_date: aTime(),
  detected_time: aTime(),
  architecture: aText(),
  location: aText(),
  license_owner: aText(),
  installed_format: aText(),
  uninstall_status: aValue(),
}
export type InstalledSoftware = RecordOf<typeof installedSoftwareFields>

export const hardwareFields = {
  hardware_id: aLong(),
  hardware_name: aText(),
  hw_type_description: aText(),
  manufacturer_name: aText(),
  managed_installations: anInteger('Computers with this item'),
  network_installations: anInteger(),
}

export type Hardware = RecordOf<typeof hardwareFields>

/** A row of inventory/licensesoftware: a product with all its licenses. */
export const licenseSoftwareFields = {
  software_id: aLong(),
  software_name: aText(),
  software_version: aText(),
  manufacturer_name: aText(),
  compliant_status: anInteger(),
  purchased_count: anInteger(),
  installed_count: anInteger(),
  remaining_copies: anInteger(),
  expiry_date: aTime(),
}
export type LicenseSoftware = RecordOf<typeof licenseSoftwareFields>

/** A row of inventory/licenses. */
export const licenseFields = {
  license_id: aLong(),
  ...licenseSoftwareFields,
  license_type: aText(),
  license_key_tail: aText('The last characters of the key; the full key is never sent'),
  purchased_date: aTime(),
  vendor: aText(),
  cost: aText(),
}
export type License = RecordOf<typeof licenseFields>

export const computerDetailFields = {
  scancomputer: anObject({ ...scanComputerFields, mac_address: aText(), location: aText() }),
  computer_summary: anObject({
    computer_name: aText(),
    resource_id: aLong(),
    fqdn_name: aText(),
    domain_netbios_name: aText(),
    branch_office_name: aText(),
    owner: aText(),
    owner_email_id: aText(),
    agent_logged_on_users: aText(),
    last_successful_scan: aTime(),
  }),
  computer_hardware_summary: anObject({
    device_manufacturer: aText(),
    device_model: aText(),
    device_type: aText(),
    serial_number: aText(),
    memory: aValue('Bytes'),
    processor: aText(),
    no_of_processors: anInteger(),
    shipping_date: aTime(),
    warranty_expiry_date: aTime(),
  }),
  computer_disk_summary: anObject({
    total_size: aValue('Bytes'),
    percent_used: anInteger(),
    percent_free: anInteger(),
    disks: aListOf({ disk_name: aText(), file_system: aText(), total_size: aValue(), free_size: aValue() }),
  }),
  computer_os_summary: anObject({
    os_name: aText(),
    os_version: aText(),
    service_pack: aText(),
    os_platform: anInteger(),
    os_platform_name: aText(),
  }),
  computer_software_summary: anObject({
    total_software: anInteger(),
    commercial_software: anInteger(),
    non_commercial_software: anInteger(),
    unidentified_software: anInteger(),
    prohibited_software: anInteger(),
  }),
}
export type ComputerDetail = RecordOf<typeof computerDetailFields>
