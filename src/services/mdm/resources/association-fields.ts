import type { Device } from '#contract/mdm/devices.ts'

/**
 * Fields about groups, profiles and apps. They are derived from association tables, so stored records omit them, as
 * well as the firmware password, which the device provides.
 */
const associationFields = [
  ...'group groups group_id group_name group_count device_count'.split(' '),
  ...'profiles profile_ids profile_id profile_name profilename profile_description profile_count applied_time'.split(
    ' ',
  ),
  ...'apps installed_apps app_count app_ids app_id app_name app_version app_version_code app_details'.split(' '),
  ...'identifier icon app_category_name app_type is_paid_app'.split(' '),
  ...'release_label_id release_label_name release_label_details'.split(' '),
  'firmware_password',
] as readonly (keyof Device)[]

/** Fields about the first app, omitted if there is none. */
export const firstAppFields = [
  ...'applicable_for apps_rating_value silent_install do_not_uninstall'.split(' '),
  ...'associated_by associated_by_user_id associated_by_user_name associated_on'.split(' '),
] as readonly (keyof Device)[]

/**
 * Calls `write` with a record without these fields. They are set to undefined meanwhile, since copying such a large
 * object would be slow.
 */
export function withoutAssociations<T>(record: Device, write: (stored: Device) => T): T {
  const setAside = associationFields.filter((name) => record[name] !== undefined).map((name) => [name, record[name]])
  const aside = { ...Object.fromEntries(setAside), ...(record.summary && { summary: record.summary }) } as Device
  const without = Object.fromEntries(Object.keys(aside).map((name) => [name, undefined])) as Device
  Object.assign(record, without, record.summary && { summary: { doc_count: record.summary.doc_count } })
  try {
    return write(record)
  } finally {
    Object.assign(record, aside)
  }
}
