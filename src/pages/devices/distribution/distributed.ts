import { call } from '#api/call.ts'
import { change } from '#api/change.ts'
import { addDeviceApps, removeDeviceApps } from '#contract/mdm/apps.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { addDeviceProfiles, removeDeviceProfiles } from '#contract/mdm/profiles.ts'
import { platformNumbers } from '#contract/mdm/status.ts'
import type { Resource } from '#contract/resource.ts'
import { appChoices, type Choice, type Choices, profileChoices } from '#pages/devices/device-picker/choices.ts'
import { textOf } from '#contract/words/value-text.ts'

/** A kind of item that can be distributed to a device and removed from it. */
export type Kind = {
  many: string
  choices: Choices
  give: (device_id: string, id: string) => Promise<unknown>
  takeBack: (device_id: string, ids: string[]) => Promise<unknown>
  changes: readonly Resource[]
  /** Consequence of removal on the device. */
  lost: string
}

export const distributedApps: Kind = {
  many: 'apps',
  lost: 'The apps and their data are removed at the next contact.',
  choices: appChoices,
  give: (device_id, id) => call(addDeviceApps, { device_id, app_ids: [id] }),
  takeBack: (device_id, app_ids) => change(removeDeviceApps, { device_id, app_ids }),
  changes: addDeviceApps.changes,
}

export const distributedProfiles: Kind = {
  many: 'profiles',
  lost: 'Their settings are removed at the next contact.',
  choices: profileChoices,
  give: (device_id, id) => call(addDeviceProfiles, { device_id, profile_ids: [id] }),
  takeBack: (device_id, profile_ids) => change(removeDeviceProfiles, { device_id, profile_ids }),
  changes: addDeviceProfiles.changes,
}

/** Excludes items that the device already has, and items for another platform. */
export const choicesFor = ({ choices }: Kind, device: Device, has: readonly string[]): Choices => ({
  of: choices.of,
  find: async (search, signal) => {
    const found = await choices.find(search, signal)
    const others = otherPlatforms(device)
    const isForOther = ({ note }: Choice) => note.split(', ').some((word) => others.includes(word))
    return { ...found, choices: found.choices.filter((choice) => !has.includes(choice.id) && !isForOther(choice)) }
  },
})

/** Platforms of apps and profiles other than the device's; empty if the device's platform is unknown. */
function otherPlatforms({ platform_type }: Device): string[] {
  const names: string[] = Object.values(platformNumbers)
  const own = textOf(platform_type)
  return names.includes(own) ? names.filter((name) => name !== own) : []
}
