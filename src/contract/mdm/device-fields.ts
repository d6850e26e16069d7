/**
 * Fields of the device record (mobile-device-management, Resources and their fields). Wire names are verbatim,
 * including misspellings and special characters. Groups are those shown on the pages.
 */
import {
  aFlag,
  aListOf,
  aListOfTexts,
  aLong,
  aSecret,
  aText,
  aTime,
  aValue,
  anId,
  anInteger,
  anObject,
  recordOf,
} from '#contract/field.ts'
import { deviceSummaryFields, summaryFields, userFields } from './device-summary-fields.ts'
import { certificateFields, configurationProfileFields, payloadFields, payloadContentFields } from './payload-fields.ts'
import { booleanRestriction, restrictionNames } from './restriction-names.ts'

const usage = {
  incoming_network_usage: aValue(),
  outgoing_network_usage: aValue(),
  incoming_wifi_usage: aValue(),
  outgoing_wifi_usage: aValue(),
}

const identity = {
  ':id': aLong('Managed device id'),
  device_id: anId('Unique device identifier'),
  managed_device_id: aLong(),
  resource_id: aLong(),
  device_name: aText(),
  name: aText('Device name'),
  udid: aText(),
  serial_number: aText(),
  imei: deviceSummaryFields.imei,
  meid: aText(),
  eas_device_identifier: aText(),
}

const hardware = {
  model: aText(),
  model_id: aLong(),
  model_name: aText(),
  model_type: aText(),
  product_name: aText(),
  processor_speed: aValue(),
  platform: aText(),
  platform_type: aText('Platform type of the device'),
  platform_type_id: anInteger(),
  os_name: aText(),
  os_version: aText(),
  build_version: aText(),
  modem_firmware_version: aText(),
  carrier_setting_version: aText('Version of the installed carrier settings file'),
  os: anObject({
    platform_type: aText(),
    build_version: aText(),
    os_version: aText(),
    resource_id: aLong(),
    serial_number: aText(),
  }),
}

const agent = {
  managed_status: anInteger(),
  agent_type: anInteger(),
  agent_version: aText('MDM agent version'),
  agent_version_code: aText('Needed for upgrading the agent'),
  executed_version: aValue(),
  latest_version: aValue(),
  islatestver: aFlag(),
  registered_time: aTime(),
  unregistered_time: aTime(),
  last_contact_time: aTime(),
  next_poll_time: aTime(),
  updated_time: aTime(),
  added_time: aTime(),
  modified_time: aTime(),
  no_of_days: anInteger(),
  wait: aValue(),
  is_removed: aFlag(),
}

const owner = {
  owned_by: aValue(),
  asset_owner: aText(),
  asset_tag: aText(),
  description: aText(),
  office: aText(),
  user_id: aLong(),
  user_name: aText(),
  user_email: aText(),
  user: anObject(userFields),
  invite_user: aFlag(),
  notify_user_via_email: aFlag(),
}

const purchase = {
  purchase_date: aTime(),
  purchase_order_number: aText(),
  purchase_price: aText(),
  purchase_type: aText(),
  warranty_expiration_date: aTime(),
  warranty_number: aText(),
  warranty_type: aText(),
}

const administration = {
  created_user: aText(),
  created_time: aTime(),
  last_modified_user: aText(),
  last_modified_time: aTime(),
  added_by: aLong('User id that initiated a command'),
  added_by_name: aText(),
  addedby: aText('Users who added the account'),
  scope: aValue(),
  export_batch_id: aLong(),
  remark: aText(),
  localized_remark: aText(),
  localized_remarks: aText(),
}

const network = {
  bluetooth_mac: aText(),
  wifi_mac: aText(),
  wifi_ip: aText(),
  ethernet_ip: aText(),
  ethernet_macs: aText(),
  cellular_technology: anInteger(),
  current_carrier_network: aText(),
  current_mcc: aText(),
  current_mnc: aText(),
  subscriber_carrier_network: aText(),
  subscriber_mcc: aText(),
  subscriber_mnc: aText(),
  data_roaming_enabled: aFlag(),
  voice_roaming_enabled: aFlag(),
  is_roaming: aFlag(),
  is_personal_hotspot_enabled: aFlag(),
  ...usage,
  network: anObject({ resource_id: aLong(), ...usage }),
  network_usage: anObject({ device_id: anId(), ...usage }),
}

const sim = {
  iccid: aText(),
  imsi: aText(),
  sim_id: aLong(),
  sims: aListOf({
    sim_id: aLong(),
    iccid: aText(),
    imei: aText(),
    subscriber_carrier_network: aText(),
    subscriber_mcc: aText(),
    subscriber_mnc: aText(),
    current_carrier_network: aText(),
    current_mcc: aText(),
    current_mnc: aText(),
    is_roaming: aFlag(),
    resource_id: aLong(),
  }),
}

const capacity = {
  device_capacity: aValue(),
  available_device_capacity: aText('Free space'),
  used_device_space: aValue(),
  external_capacity: aValue(),
  available_external_capacity: aValue(),
  used_external_space: aValue(),
  total_ram_memory: aValue(),
  available_ram_memory: anInteger('Free RAM'),
  battery_level: anInteger(),
}

const location = {
  latitude: aValue(),
  longitude: aValue(),
  located_time: aTime(),
  address: aText('Address for the recorded latitude and longitude'),
  locations: aListOf({ latitude: aValue(), longitude: aValue(), located_time: aTime(), added_time: aTime() }),
}

const passcodeAndEncryption = {
  passcode_present: aFlag(),
  passcode_complaint: aFlag(),
  passcode_complaint_profiles: aFlag(),
  device_rooted: aFlag(),
  storage_encryption: aFlag(),
  external_storage_encryption: aValue(),
  hardware_encryption_caps: aValue(),
  is_encryption_enabled: aFlag(),
}

const security = {
  ...passcodeAndEncryption,
  security: anObject(passcodeAndEncryption),
  vendor_vault_status: aValue(),
  is_institution_recovery_key: aFlag(),
  is_personal_recovery_key: aFlag(),
  vendor_vault: anObject({
    vendor_vault_status: aValue(),
    is_institution_recovery_key: aFlag(),
    is_personal_recovery_key: aFlag(),
    resource_id: aLong(),
    is_encryption_enabled: aFlag(),
  }),
  firmware_mode: aValue(),
  firmware_password: aSecret(),
  is_firmware_password_exists: aFlag(),
  is_firmware_change_pending: aFlag(),
  managed_password_id: aLong(),
  is_roms_allowed: aFlag(),
  vendor_safety_availabiity: aFlag(),
  vendor_safety_basic_integrity: aFlag(),
  vendor_safety_cts: aFlag(),
  play_protect: aValue(),
  efrp_status: aValue(),
  efrp_account_details: aListOf({ emailids: aText(), addedby: aText(), profilename: aText() }),
  emailids: aText(),
  is_activation_lock_enabled: aFlag(),
  is_cloud_backup_enabled: aFlag(),
  last_cloud_backup_date: aTime(),
  is_device_locator_enabled: aFlag(),
  is_dnd_in_effect: aFlag(),
  is_enabled: aFlag(),
  is_lost_mode_enabled: aFlag(),
  is_supervised: aFlag(),
  is_vendor_store_account_active: aFlag(),
  is_vendor_native_app_registered: aFlag(),
}

const privacy = {
  view_privacy_settings: aValue(),
  disable_bug_report: aValue(),
  disable_remote_control: aValue(),
  disable_wipe: aValue(),
  fetch_device_name: aValue(),
  fetch_installed_app: aValue(),
  fetch_location: aValue(),
  fetch_phone_number: aValue(),
}

const commandLifeFields = {
  updated_time: aTime(),
  status_code: anInteger(),
  status_description: aText(),
  command_id: aLong(),
  command_name: aText(),
  added_by: aLong(),
  added_by_name: aText(),
  remarks: aText(),
}

export const commandFields = {
  command_history_id: aLong(),
  command_id: aLong(),
  command_name: aText(),
  command_status: anInteger(),
  managed_status: anInteger(),
  added_time: aTime(),
  device_id: anId(),
  added_by: aLong(),
  added_by_name: aText(),
  remarks: aText(),
  remarks_args: aText(),
  command_life: aListOf(commandLifeFields),
}

const actionFields = {
  name: aText(),
  localized_name: aText(),
  is_enabled: aFlag(),
  action_info: aText(),
  localized_action_info: aText(),
}
const statusTexts = { status_code: anInteger(), status_description: aText(), localized_status_description: aText() }

const commands = {
  command_id: aLong('Last command'),
  command_history_id: aLong(),
  command_name: aText('Name of the last command invoked'),
  command_status: anInteger('Status of the command'),
  ...statusTexts,
  remarks: aText('Remarks for a command'),
  remarks_args: aText(),
  audit_message: aText('Message for audit purposes when enabling lost mode'),
  action_name: aText(),
  action_info: aText('Information on vendor-specific container actions'),
  localized_action_info: aText(),
  localized_name: aText(),
  commands: aListOf(commandFields),
  command_life: aListOf(commandLifeFields),
  actions: aListOf({ ...actionFields, ...statusTexts }),
  vendor_actions: aListOf(actionFields),
}

const containerFields = {
  container_state: aValue(),
  container_remarks: aText(),
  container_status: aValue(),
  container_last_updated_time: aTime(),
}
const container = {
  ...containerFields,
  vendor_details: anObject({ ...containerFields, vendor_version: aText() }),
}

export const releaseLabel = { release_label_id: aLong(), release_label_name: aText() }
export const appOnDevice = {
  app_id: aLong(),
  app_name: aText(),
  identifier: aText(),
  app_version: aText(),
  app_version_code: aText(),
  platform_type: aValue(),
}

const apps = {
  app_count: anInteger(),
  app_id: aLong(),
  app_ids: aListOfTexts('Apps to distribute'),
  app_name: aText(),
  app_category_name: aText(),
  app_version: aText(),
  app_version_code: aText(),
  app_type: anInteger(),
  applicable_for: aValue(),
  app_details: aListOf({ app_id: aLong(), release_label_id: aLong() }),
  apps: aListOf({ ...appOnDevice, platform: aText(), added_time: aTime(), modified_time: aTime(), icon: aText() }),
  installed_apps: aListOf({ ...appOnDevice, release_label_details: anObject(releaseLabel) }),
  identifier: aText(),
  icon: aText(),
  apps_rating_value: aValue(),
  ...releaseLabel,
  release_label_details: anObject(releaseLabel),
  is_paid_app: aFlag(),
  silent_install: aFlag(),
  do_not_uninstall: aFlag(),
  associated_by: aText('Name of the user who associated the app to the group'),
  associated_by_user_id: aLong(),
  associated_by_user_name: aText(),
  associated_on: aTime(),
}

const profiles = {
  profile_id: aLong(),
  profile_ids: aListOfTexts(),
  profile_name: aText(),
  profilename: aText(),
  profile_description: aText(),
  profile_count: anInteger(),
  applied_time: aTime('Applied time of the profile'),
  profiles: aListOf({
    profile_id: aLong(),
    profile_name: aText(),
    profile_description: aText(),
    status: aValue(),
    remarks: aText(),
    localized_remarks: aText(),
    applied_time: aTime(),
    group_count: anInteger(),
    device_count: anInteger(),
    created_user: aText(),
    created_time: aTime(),
    last_modified_user: aText(),
    last_modified_time: aTime(),
    platform_type: aValue(),
  }),
  configuration_profiles: aListOf(configurationProfileFields),
  ...payloadFields,
  payloadcontent: aListOf(payloadContentFields),
  group: aListOf({ group_id: aLong(), group_name: aText() }),
  groups: aListOfTexts('Group ids'),
  group_id: aLong(),
  group_name: aText(),
  group_count: anInteger(),
  device_count: anInteger(),
  doc_count: anInteger(),
  summary: anObject(summaryFields),
  devices: aListOf(deviceSummaryFields),
}

const certificates = {
  certificates: anObject({
    managedcertificates: aListOf(certificateFields),
    unmanagedcertificates: aListOf(certificateFields),
  }),
  managedcertificates: aListOf(certificateFields),
  unmanagedcertificates: aListOf(certificateFields),
  ...certificateFields,
}

const restrictionFields = Object.fromEntries(
  restrictionNames.map((name) => [name, name === booleanRestriction ? aFlag() : aValue()]),
) as Record<(typeof restrictionNames)[number], ReturnType<typeof aValue>>

const restrictions = {
  ...restrictionFields,
  vendor_restricions: anObject({ resource_id: aLong(), scope: aValue(), ...restrictionFields }),
}

/** All fields by group. Pages show `record`; `summary` groups are part of the overview. */
export const deviceGroups = {
  identity,
  hardware,
  agent,
  owner,
  purchase,
  administration,
  network,
  sim,
  capacity,
  location,
  security,
  privacy,
  commands,
  container,
  apps,
  profiles,
  certificates,
  restrictions,
}
export type DeviceGroup = keyof typeof deviceGroups

export const deviceFields = Object.assign({}, ...Object.values(deviceGroups)) as UnionOf<typeof deviceGroups>
type UnionOf<G> = Intersection<G[keyof G]>
type Intersection<U> = (U extends unknown ? (item: U) => void : never) extends (item: infer I) => void ? I : never

export const deviceRecord = recordOf(deviceFields)
