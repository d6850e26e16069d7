import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import type { ManagedStatus } from '#contract/mdm/status.ts'
import { hour } from '#services/demo/time.ts'
import { actionsOf } from './actions.ts'
import { agentOf, statusOf } from './agent.ts'
import { appsOf } from './apps.ts'
import { capacityOf } from './capacity.ts'
import { certificatesOf } from './certificates.ts'
import { commandsOf, lastCommandOf } from './commands.ts'
import { leaveOutRepeated } from './detail.ts'
import { hardwareOf, identityOf } from './hardware.ts'
import { locationOf } from './location.ts'
import { notableAt } from './notable.ts'
import { administrationOf, ownerOf, purchaseOf } from './ownership.ts'
import { profilesOf } from './profiles.ts'
import { networkOf } from './radio.ts'
import { restrictionsOf } from './restrictions.ts'
import { containerOf, privacyOf, securityOf } from './security.ts'
import { summaryOf } from './summary.ts'
import { type Unit, unitAt } from './unit.ts'

/** Fields of the record for one aspect of a device. */
type Part = (unit: Unit, commands: readonly DeviceCommand[]) => Device

const announced: readonly Part[] = [identityOf, ownerOf, administrationOf, statusOf]
const answered: readonly Part[] = [...announced, hardwareOf, agentOf, networkOf, capacityOf, purchaseOf, lastCommandOf]
const managed: readonly Part[] = [
  ...answered,
  locationOf,
  securityOf,
  privacyOf,
  containerOf,
  actionsOf,
  appsOf,
  profilesOf,
  certificatesOf,
  restrictionsOf,
]

/** Devices that are not enrolled yet have few fields; missing fields are normal. */
const partsOf: Record<ManagedStatus, readonly Part[]> = {
  0: announced,
  1: announced,
  2: managed,
  3: answered,
  4: managed,
  5: answered,
}

/**
 * The device with an index and its commands, newest first. Deterministic by index, except for times, which are relative
 * to `now`, rounded down to the hour.
 */
export function deviceAt(index: number, now: number = Date.now()): { record: Device; commands: DeviceCommand[] } {
  const unit = unitAt(index, Math.floor(now / hour) * hour)
  const commands = commandsOf(unit)
  const record: Device = {}
  for (const part of partsOf[unit.status]) Object.assign(record, part(unit, commands))
  Object.assign(record, summaryOf(unit, record), notableAt(index)?.record)
  if (!unit.detailed) leaveOutRepeated(record)
  return { record, commands }
}
