import type { Device } from '#contract/mdm/devices.ts'
import { hardwareOf, identityOf } from './hardware.ts'
import { ownerOf } from './ownership.ts'
import { type Unit, unitAt } from './unit.ts'

/** The four counts in summary form; screens also list connected devices. */
export function summaryOf(unit: Unit, record: Device): Device {
  const { profile_count, app_count, doc_count, group_count } = record
  if (profile_count === undefined) return {}
  const summary = { profile_count, app_count, doc_count, group_count }
  if (unit.model.form !== 'TV') return { summary }
  return { summary, devices: [1, 2].map((step) => listed(unitAt(unit.index + step, unit.now), summary)) }
}

function listed(unit: Unit, summary: NonNullable<Device['summary']>): NonNullable<Device['devices']>[number] {
  const identity = identityOf(unit)
  const hardware = hardwareOf(unit)
  const owner = ownerOf(unit)
  return {
    device_id: identity.device_id,
    device_name: identity.device_name,
    serial_number: identity.serial_number,
    udid: identity.udid,
    imei: identity.imei,
    platform_type: hardware.platform_type,
    platform_type_id: hardware.platform_type_id,
    os_version: hardware.os_version,
    model: hardware.model,
    product_name: hardware.product_name,
    owned_by: owner.owned_by,
    user: owner.user,
    summary,
    is_lost_mode_enabled: unit.lost,
    is_removed: unit.status === 4,
  }
}
