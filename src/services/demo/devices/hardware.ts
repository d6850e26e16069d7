import type { Device } from '#contract/mdm/devices.ts'
import { idOf, idOrShort } from '#services/demo/people/identifiers.ts'
import { Dice } from '#services/demo/random.ts'
import { models, systems } from './models.ts'
import type { Unit } from './unit.ts'

export function identityOf(unit: Unit): Device {
  const { index, imeis } = unit
  const dice = new Dice('identity', index)
  return {
    ':id': idOrShort('managedDevice', index),
    device_id: unit.deviceId,
    managed_device_id: idOrShort('managedDevice', index),
    resource_id: unit.resourceId,
    device_name: unit.name,
    name: unit.name,
    udid: unit.udid,
    serial_number: unit.serial,
    // A text, or a list on devices with two SIMs
    imei: imeis.length > 1 ? [...imeis] : imeis[0],
    meid: imeis[0]?.slice(0, 14),
    eas_device_identifier: dice.hex(32).toUpperCase(),
  }
}

export function hardwareOf({ index, model, os, resourceId, serial }: Unit): Device {
  const system = systems[model.platform]
  const dice = new Dice('hardware', index)
  return {
    model: model.name,
    model_id: idOf('model', models.indexOf(model)),
    model_name: model.name,
    model_type: model.form,
    product_name: model.product,
    processor_speed: model.processorMhz,
    platform: model.platform,
    platform_type: model.platform,
    platform_type_id: system.id,
    os_name: system.osName,
    os_version: os.version,
    build_version: os.build,
    modem_firmware_version: model.sims > 0 ? `${dice.between(1, 5)}.${dice.digits(2)}.${dice.digits(2)}` : undefined,
    carrier_setting_version: model.sims > 0 ? `${dice.between(50, 62)}.${dice.between(0, 3)}` : undefined,
    os: {
      platform_type: model.platform,
      build_version: os.build,
      os_version: os.version,
      resource_id: resourceId,
      serial_number: serial,
    },
  }
}
