import { type ActionName, actions } from '#contract/mdm/actions/actions.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { nameOf } from '#pages/devices/device-facts.ts'

const longestName = 60
export const titleOf = (action: ActionName, device: Device) => {
  const name = nameOf(device)
  return `${actions[action].label}: ${name.length > longestName ? `${name.slice(0, longestName)}…` : name}`
}
