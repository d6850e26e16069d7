import type { Kysely } from 'kysely'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { deviceGroupType, type Group, type groupRows, listGroupMembers, listGroups } from '#contract/mdm/groups.ts'
import type { DeviceList } from '#services/mdm/device-list.ts'
import { callerName, changesBefore, listName, nextPage, placeIn, tokensOf } from '#services/mdm/list-call.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import { noteCounted } from '#services/mdm/resources/change-numbers.ts'
import { asChange } from '#services/mdm/resources/change.ts'
import { countResources } from '#services/mdm/resources/counts.ts'
import { groupDescription } from '#services/mdm/resources/descriptions.ts'
import { resourcePages } from '#services/mdm/resources/resource-pages.ts'
import { addResource, newId, removeResource, requireResource } from '#services/mdm/resources/resource-store.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Handlers } from '#services/router.ts'
import { groupDistributionHandlers } from './distribution-handlers.ts'
import { itemsOfGroup } from './group-items.ts'
import { memberHandlers } from './member-handlers.ts'

/** Groups of devices. */
export function groupHandlers(
  db: Kysely<DeviceTables>,
  tokens: PageTokens,
  list: DeviceList,
): Handlers<typeof groupRows> {
  const pages = resourcePages(db, tokens)

  const withCounts = async (groups: readonly { pk: number; content: object }[]): Promise<Group[]> => {
    const keys = groups.map(({ pk }) => pk)
    const counts = await countResources(db, keys, ['members', 'apps', 'profiles'])
    return groups.map(({ pk, content }) => {
      const { members, apps, profiles } = counts.get(pk) ?? {}
      return { ...content, device_count: members, app_count: apps, profile_count: profiles }
    })
  }
  const whole = async (id: string): Promise<Group> => {
    const group = await requireResource<Group>(db, 'group', id)
    const [counted] = await withCounts([group])
    return { ...counted, ...(await itemsOfGroup(db, group.pk)) }
  }

  return {
    listGroups: (input, call) => pages({ endpoint: listGroups, kind: 'group', input, call }, withCounts),
    getGroup: ({ group_id }) => whole(group_id),

    createGroup: async (input, call) => {
      const group_id = newId('group')
      const group: Group = {
        group_id,
        ...input,
        group_type: input.group_type ?? deviceGroupType,
        created_user: callerName(call),
        created_time: Date.now(),
      }
      await asChange(db, (transaction, changed) => addResource(transaction, 'group', groupDescription(group), changed))
      return whole(group_id)
    },

    deleteGroup: ({ group_id }) =>
      asChange(db, async (transaction, changed) => {
        const { pk } = await requireResource(transaction, 'group', group_id)
        await removeResource(transaction, pk)
        await noteCounted(transaction, changed)
        return {}
      }),

    listGroupMembers: async (input, call) => {
      const { limit = pageLimit.default, offset = 0, 'skip-token': _skipToken, ...wanted } = input
      const { 'delta-token': since, group_id, search } = wanted
      await requireResource(db, 'group', group_id)
      const thisList = listName({ members: wanted })
      const after = placeIn(tokens, thisList, input)
      const slice = await list(
        { group_id, search, changedAfter: changesBefore(tokens, since) },
        { sort: 'device_name', descending: false, limit, offset, after },
      )
      const { skipToken, deltaToken } = tokensOf(tokens, thisList, { ...slice, after })
      const next = skipToken && nextPage(listGroupMembers, input, call, skipToken)
      return { rows: slice.rows, total: slice.total, next, deltaToken }
    },

    ...memberHandlers(db),
    ...groupDistributionHandlers(db),
  }
}
