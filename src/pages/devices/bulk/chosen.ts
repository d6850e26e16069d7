import { useSyncExternalStore } from 'react'
import { userOf } from '#components/devices/user-of.ts'
import { maxItems } from '#contract/console/jobs.ts'
import type { ActionFacts } from '#contract/mdm/actions/obstacles.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#contract/words/value-text.ts'

export type Target = { id: string; name: string; user: string; serial: string; facts: ActionFacts }
/** Devices selected for a command. Nothing is sent if the page is closed. */
export type Chosen = {
  /** Name of the list: "Devices", "Group Sales". */
  source: string
  /** The query from which the devices were selected. */
  query?: string | undefined
  targets: readonly Target[]
  /** All devices of the query instead, which the console reads: their number, and the IDs that are left out. */
  all?: { count: number; except: readonly string[] } | undefined
}

const factNames = [
  'managed_status',
  'platform_type',
  'owned_by',
  'is_lost_mode_enabled',
  'os_version',
] as const satisfies readonly (keyof ActionFacts & keyof DeviceSummary)[]

const targetOf = (device: DeviceSummary): Target => ({
  id: device.device_id ?? '',
  name: nameOf(device),
  user: userOf(device).name ?? '',
  serial: textOf(device.serial_number),
  facts: Object.fromEntries(factNames.map((name) => [name, device[name]])),
})

let chosen: Chosen | undefined
const listeners = new Set<() => void>()
const show = (next: Chosen | undefined) => {
  chosen = next
  for (const listener of listeners) listener()
}

/** Stores devices for the next command. Devices without an id are omitted: requests cannot identify them. */
export function chooseDevices(source: string, devices: readonly DeviceSummary[], query?: string) {
  if (devices.length > maxItems) {
    throw new Error(`The maximum is ${maxItems.toLocaleString('en')} devices. Filter the list first.`)
  }
  show({ source, ...(query && { query }), targets: devices.filter(({ device_id }) => device_id).map(targetOf) })
}
/** Stores all devices of a query for the next command. */
export const chooseAll = (source: string, query: string, all: NonNullable<Chosen['all']>) =>
  show({ source, query, targets: [], all })
export const forgetChosen = () => show(undefined)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useChosen = () => useSyncExternalStore(subscribe, () => chosen)
