import type { profileStatus } from '#contract/mdm/status.ts'
import { Problem } from '#contract/problem.ts'
import type { StoredProfile } from '#services/mdm/resources/descriptions.ts'
import type { Found } from '#services/mdm/resources/resource-store.ts'

export const published = 110 satisfies keyof typeof profileStatus

/** COM0015 for profiles that are not published. */
export function requirePublished(profiles: readonly Found<StoredProfile>[]) {
  const other = profiles.find(({ hidden, content }) => hidden || content.profile.profile_status_id !== published)
  if (!other) return
  const why = other.hidden ? 'is in the trash' : 'has to be published first'
  throw new Problem('COM0015', `The profile ${other.id} ${why}`)
}
