import type { JsonObject } from '#contract/json.ts'
import type { App } from '#contract/mdm/apps.ts'
import type { Group } from '#contract/mdm/groups.ts'
import type { Payload, Profile } from '#contract/mdm/profiles.ts'
import type { Description } from './resource-store.ts'

/** A profile with payloads, which lists omit. */
export type StoredProfile = {
  profile: Profile
  payloads: Payload[]
  /** Restrictions of the last publication, enforced on its devices. */
  enforced?: JsonObject
}

/** Counts are derived from associations and not stored. */
const withoutCounts = <T extends object>(resource: T): T => ({
  ...resource,
  device_count: undefined,
  group_count: undefined,
  installed_count: undefined,
  app_count: undefined,
  profile_count: undefined,
})

export const groupDescription = (group: Group): Description => ({
  id: group.group_id ?? '',
  name: group.name ?? '',
  unique: group.name ?? '',
  searched: [group.name, group.description],
  content: withoutCounts(group),
})

export const profileDescription = ({ profile, ...others }: StoredProfile): Description => ({
  id: profile.profile_id ?? '',
  name: profile.profile_name ?? '',
  unique: `${profile.profile_name}\n${profile.platform_type}`,
  platformType: profile.platform_type,
  searched: [profile.profile_name, profile.profile_description],
  hidden: profile.is_moved_to_trash ?? false,
  content: { profile: withoutCounts(profile), ...others },
})

export const appDescription = (app: App): Description => ({
  id: app.app_id ?? '',
  name: app.app_name ?? '',
  unique: `${app.bundle_identifier}\n${app.platform_type}`,
  told: `with the identifier ${app.bundle_identifier}`,
  platformType: app.platform_type,
  searched: [app.app_name, app.bundle_identifier, app.app_category],
  content: withoutCounts(app),
})
