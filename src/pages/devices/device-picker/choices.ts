import { requestDevices } from '#components/devices/checked-devices.ts'
import { requestResources } from '#components/devices/checked-resources.ts'
import { userOf } from '#components/devices/user-of.ts'
import { requireApplied } from '#components/lists/checked/require-applied.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listApps } from '#contract/mdm/apps.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { listGroups } from '#contract/mdm/groups.ts'
import { listProfiles } from '#contract/mdm/profiles.ts'
import { listUsers } from '#contract/mdm/users.ts'
import type { Page } from '#contract/page.ts'
import { nameOf, platformOf } from '#pages/devices/device-facts.ts'
import { countText, platformName, profileState } from '#pages/devices/resource-words.ts'

export type Choice = { id: string; label: string; note: string }
/** Search in a list that returns the first matches. */
export type Choices = {
  /** Endpoint of the list. */
  of: Endpoint
  find: (search: string, signal: AbortSignal) => Promise<{ choices: Choice[]; more: boolean }>
}

/** Maximum number of matches shown; users can refine the search. */
export const pickedMost = 50

const input = (search: string) => ({ search: search.trim() || undefined, limit: pickedMost, offset: 0 })

/** Items without an ID cannot be used in requests. */
const offered = <T>({ rows, total }: Page<T>, choiceOf: (row: T) => Choice | undefined) => ({
  choices: rows.flatMap((row) => choiceOf(row) ?? []),
  more: total === undefined ? rows.length === pickedMost : total > pickedMost,
})

const choice = (id: string | undefined, name: string | undefined, ...notes: (string | undefined)[]) =>
  id ? { id, label: name || id, note: notes.filter(Boolean).join(', ') } : undefined

export const groupChoices: Choices = {
  of: listGroups,
  find: async (search, signal) =>
    offered(
      requireApplied(await requestResources(listGroups, input(search), signal), 'mdm'),
      ({ group_id, name, device_count }) =>
        choice(group_id, name, device_count === undefined ? '' : `${countText(device_count)} devices`),
    ),
}

export const appChoices: Choices = {
  of: listApps,
  find: async (search, signal) =>
    offered(
      requireApplied(await requestResources(listApps, input(search), signal), 'mdm'),
      ({ app_id, app_name, platform_type, version }) => choice(app_id, app_name, platformName(platform_type), version),
    ),
}

export const profileChoices: Choices = {
  of: listProfiles,
  find: async (search, signal) =>
    offered(requireApplied(await requestResources(listProfiles, input(search), signal), 'mdm'), (profile) =>
      choice(
        profile.profile_id,
        profile.profile_name,
        platformName(profile.platform_type),
        profileState(profile).label,
      ),
    ),
}

export const deviceChoices: Choices = {
  of: listDevices,
  find: async (search, signal) =>
    offered(requireApplied(await requestDevices(input(search), signal), 'mdm'), (device) =>
      choice(device.device_id, nameOf(device), userOf(device).name, platformOf(device), device.serial_number),
    ),
}

export const userChoices: Choices = {
  of: listUsers,
  find: async (search, signal) =>
    offered(
      requireApplied(await requestResources(listUsers, input(search), signal), 'mdm'),
      ({ user_id, user_name, user_email, domain }) => choice(user_id, user_name || user_email, user_email, domain),
    ),
}
