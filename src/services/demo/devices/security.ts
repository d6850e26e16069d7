import type { Device } from '#contract/mdm/devices.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { domain } from '#services/demo/people/offices.ts'
import { Dice } from '#services/demo/random.ts'
import { day } from '#services/demo/time.ts'
import type { Unit } from './unit.ts'

/** True, false, or missing. */
const mostly = (dice: Dice, share: number) => (dice.chance(0.06) ? undefined : dice.chance(share))

export function securityOf(unit: Unit): Device {
  const dice = new Dice('security', unit.index)
  const posture = postureOf(unit, dice)
  return {
    ...posture,
    security: { ...posture },
    managed_password_id: idOf('managedPassword', unit.index),
    is_activation_lock_enabled: mostly(dice, 0.3),
    is_cloud_backup_enabled: mostly(dice, 0.4),
    last_cloud_backup_date: dice.chance(0.35) ? unit.contactedAt - dice.between(0, 40) * day : undefined,
    is_device_locator_enabled: mostly(dice, 0.5),
    is_dnd_in_effect: mostly(dice, 0.15),
    is_enabled: mostly(dice, 0.95),
    is_lost_mode_enabled: unit.lost,
    is_supervised: unit.supervised,
    is_vendor_store_account_active: mostly(dice, 0.8),
    is_vendor_native_app_registered: mostly(dice, 0.7),
    ...(unit.model.form === 'Laptop' && laptopOf(unit, dice)),
    ...(unit.model.platform === 'Platform B' && factoryResetOf(unit, dice)),
  }
}

function postureOf({ model, corporate }: Unit, dice: Dice) {
  const passcode = mostly(dice, 0.9)
  return {
    passcode_present: passcode,
    passcode_complaint: passcode === true ? mostly(dice, 0.9) : passcode,
    passcode_complaint_profiles: passcode === true ? mostly(dice, 0.92) : passcode,
    device_rooted: mostly(dice, 0.015),
    storage_encryption: mostly(dice, corporate ? 0.96 : 0.85),
    external_storage_encryption: model.platform === 'Platform B' ? dice.pick([-1, 0, 0, 1]) : undefined,
    hardware_encryption_caps: dice.pick([3, 3, 3, 1, 2, -1]),
    is_encryption_enabled: mostly(dice, 0.93),
  }
}

/** Vendor disk encryption of laptops; a firmware password is a secret. */
function laptopOf({ model, resourceId, supervised }: Unit, dice: Dice): Device {
  const vault = {
    vendor_vault_status: dice.pick([0, 1, 1, 1, 3]),
    is_institution_recovery_key: dice.chance(0.7),
    is_personal_recovery_key: dice.chance(0.5),
  }
  const locked = model.platform === 'Platform A' && supervised && dice.chance(0.4)
  return {
    ...vault,
    vendor_vault: { ...vault, resource_id: resourceId, is_encryption_enabled: vault.vendor_vault_status === 1 },
    firmware_mode: dice.pick(['command', 'full', 'none']),
    firmware_password: locked ? `${dice.hex(4)}-${dice.hex(4)}-${dice.hex(4)}` : undefined,
    is_firmware_password_exists: locked,
    is_firmware_change_pending: dice.chance(0.1),
    is_roms_allowed: dice.chance(0.2),
  }
}

/** Factory reset protection, and results of the vendor's integrity check. */
function factoryResetOf({ corporate, office }: Unit, dice: Dice): Device {
  const email = `reset-${office.code.toLowerCase()}@${domain}`
  const guarded = corporate && dice.chance(0.6)
  const account = { emailids: email, addedby: 'admin', profilename: 'Factory reset protection' }
  return {
    efrp_status: guarded ? 1 : 0,
    efrp_account_details: guarded ? [account] : undefined,
    emailids: guarded ? email : undefined,
    vendor_safety_availabiity: mostly(dice, 0.97),
    vendor_safety_basic_integrity: mostly(dice, 0.97),
    vendor_safety_cts: mostly(dice, 0.93),
    play_protect: dice.pick([1, 1, 1, 2, 4, -1]),
  }
}

/** Undocumented numbers; fewer for personal devices. */
export function privacyOf({ index, corporate }: Unit): Device {
  const dice = new Dice('privacy', index)
  const fetch = () => (corporate ? 0 : dice.pick([0, 1, 2]))
  return {
    view_privacy_settings: corporate ? 0 : 1,
    disable_bug_report: dice.pick([0, 1]),
    disable_remote_control: corporate ? 0 : dice.pick([1, 2]),
    disable_wipe: corporate ? 0 : dice.pick([0, 1]),
    fetch_device_name: fetch(),
    fetch_installed_app: fetch(),
    fetch_location: corporate ? 0 : 2,
    fetch_phone_number: fetch(),
  }
}

const containerRemarks = [
  'Container is ready',
  'Waiting for the user to finish the setup',
  'Container license has expired',
]

export function containerOf({ index, model, contactedAt }: Unit): Device {
  if (!model.container) return {}
  const dice = new Dice('container', index)
  const state = dice.pick([20_001, 20_001, 20_001, 20_002, 20_003])
  const fields = {
    container_state: state,
    container_remarks: containerRemarks[state - 20_001],
    container_status: dice.pick([1, 2]),
    container_last_updated_time: contactedAt - dice.between(1, 200) * day,
  }
  return { ...fields, vendor_details: { ...fields, vendor_version: dice.pick(['3.10', '3.9', '3.7.1']) } }
}
