import type { Kysely } from 'kysely'
import { parseJson } from '#contract/json.ts'
import type { App } from '#contract/mdm/apps.ts'
import type { StoredProfile } from '#services/mdm/resources/descriptions.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** Apps and profiles distributed to a group. */
export async function itemsOfGroup(db: Kysely<DeviceTables>, groupPk: number) {
  const rows = await db
    .selectFrom('group_item')
    .innerJoin('resource', 'resource.pk', 'group_item.item_pk')
    .select(['group_item.kind', 'id', 'content'])
    .where('group_pk', '=', groupPk)
    .orderBy('by_name')
    .orderBy('resource.pk')
    .execute()
  const contents = <C>(kind: 'app' | 'profile') =>
    rows.filter((row) => row.kind === kind).map(({ id, content }) => ({ id, content: parseJson(content) as C }))
  return {
    apps: contents<App>('app').map(({ id, content }) => ({ app_id: id, app_name: content.app_name })),
    profiles: contents<StoredProfile>('profile').map(({ id, content }) => ({
      profile_id: id,
      profile_name: content.profile.profile_name,
    })),
  }
}

/** Keys of the items distributed to a group, whose counts depend on its members. */
export const itemKeysOfGroup = async (db: Kysely<DeviceTables>, groupPk: number): Promise<number[]> => {
  const rows = await db.selectFrom('group_item').select('item_pk').where('group_pk', '=', groupPk).execute()
  return rows.map(({ item_pk }) => item_pk)
}
