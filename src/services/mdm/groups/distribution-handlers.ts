import type { Kysely } from 'kysely'
import type { groupRows } from '#contract/mdm/groups.ts'
import { requirePublished } from '#services/mdm/profiles/published.ts'
import { asChange, markResources } from '#services/mdm/resources/change.ts'
import type { StoredProfile } from '#services/mdm/resources/descriptions.ts'
import { sendToGroup, takeFromGroup } from '#services/mdm/resources/distribution.ts'
import { requireResource, requireResources } from '#services/mdm/resources/resource-store.ts'
import type { ItemKind } from '#services/mdm/resources/tables.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Handlers } from '#services/router.ts'

type Rows = Pick<typeof groupRows, 'addGroupApps' | 'removeGroupApps' | 'addGroupProfiles' | 'removeGroupProfiles'>

/** Distribution to groups and so to their devices. */
export function groupDistributionHandlers(db: Kysely<DeviceTables>): Handlers<Rows> {
  const send = (groupId: string, kind: ItemKind, ids: readonly string[]) =>
    asChange(db, async (transaction, changed) => {
      const group = await requireResource(transaction, 'group', groupId)
      const items = await requireResources<StoredProfile>(transaction, kind, ids)
      if (kind === 'profile') requirePublished(items)
      await sendToGroup(transaction, group.pk, kind, items)
      await markResources(transaction, [group.pk, ...items.map(({ pk }) => pk)], changed)
      return {}
    })
  const take = (groupId: string, kind: ItemKind, ids: readonly string[]) =>
    asChange(db, async (transaction, changed) => {
      const group = await requireResource(transaction, 'group', groupId)
      const items = await requireResources(transaction, kind, ids)
      await takeFromGroup(transaction, group, kind, items)
      await markResources(transaction, [group.pk, ...items.map(({ pk }) => pk)], changed)
      return {}
    })

  return {
    addGroupApps: ({ group_id, app_ids }) => send(group_id, 'app', app_ids),
    removeGroupApps: ({ group_id, app_ids }) => take(group_id, 'app', app_ids),
    addGroupProfiles: ({ group_id, profile_ids }) => send(group_id, 'profile', profile_ids),
    removeGroupProfiles: ({ group_id, profile_ids }) => take(group_id, 'profile', profile_ids),
  }
}
