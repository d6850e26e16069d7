import type { Device } from '#contract/mdm/devices.ts'
import { certificateFields, payloadFields } from '#contract/mdm/payload-fields.ts'

/**
 * Devices with complete records: all in demos of regular size, one in sixteen beyond, since 100,000 complete records
 * would take 2 GB.
 */
export const reportsAll = (index: number) => index < 2000 || index % 16 === 0

/** Repeated parts of the record, omitted for the other devices. */
const repeated = [
  ...Object.keys(payloadFields),
  ...Object.keys(certificateFields),
  ...'payloadcontent os security network network_usage command_life model_name platform profilename'.split(' '),
  ...'profile_ids groups localized_remark localized_remarks associated_by associated_by_user_id'.split(' '),
  ...'app_id app_ids app_name app_version app_version_code app_details identifier icon'.split(' '),
  ...'release_label_id release_label_name release_label_details'.split(' '),
] as readonly (keyof Device)[]

export function leaveOutRepeated(record: Device) {
  for (const name of repeated) delete record[name]
}
