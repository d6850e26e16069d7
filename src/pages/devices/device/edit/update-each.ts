import { call } from '#api/call.ts'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { failureOf, type Result } from '#pages/devices/device-picker/PickDialog.tsx'
import { textOf } from '#pages/devices/value-text.ts'
import type { Changes } from './device-form.ts'

type Listed = Device | DeviceSummary

/** One after the other: what the server refuses for one device says nothing of the others. `failed`: those it did. */
export async function updateEach<D extends Listed>(devices: readonly D[], changes: Changes) {
  const failures: Result['failures'][number][] = []
  const failed: D[] = []
  for (const device of devices) {
    await call(updateDevice, { device_id: textOf(device.device_id), ...changes }).catch((error: unknown) => {
      failures.push(failureOf(nameOf(device), error))
      failed.push(device)
    })
  }
  return { done: devices.length - failed.length, failures, failed }
}
