import type { Kysely } from 'kysely'
import type { Profile } from '#contract/mdm/profiles.ts'
import { countResources } from '#services/mdm/resources/counts.ts'
import type { StoredProfile } from '#services/mdm/resources/descriptions.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** Profiles in list form: with counts, without payloads. */
export async function shownProfiles(
  db: Kysely<DeviceTables>,
  found: readonly { pk: number; content: object }[],
): Promise<Profile[]> {
  const keys = found.map(({ pk }) => pk)
  const counts = await countResources(db, keys, ['devices', 'groups'])
  return found.map(({ pk, content }) => ({
    ...(content as StoredProfile).profile,
    device_count: counts.get(pk)?.devices,
    group_count: counts.get(pk)?.groups,
  }))
}
