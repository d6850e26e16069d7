import { posix } from 'node:path'
import { counted } from '#contract/words/counted.ts'
import type { loadBalancerRows } from '#contract/keys/load-balancers.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { refused } from '#services/keys/refused.ts'
import { onHost } from '#services/keys/ssh/on-host.ts'
import { lockResource, requireResource } from '#services/keys/ssh/ssh-resource-store.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { loadBalancers, storesIn } from './balancer-stores.ts'

/** Extension: the reference lists key stores of load balancers, but has no operation to connect one. */
export const loadBalancerHandlers = (parts: KeyManagement): Handlers<typeof loadBalancerRows, KeyCall> => ({
  listLoadBalancers: async () => ({
    rows: (await loadBalancers(parts)).map(({ resource, user_name, store_path, created_at }) => ({
      ResourceName: resource.name,
      userName: user_name,
      storePath: store_path,
      CreationTime: wireTime(created_at),
    })),
  }),

  addLoadBalancer: async ({ ResourceName, userName, storePath }, call) => {
    requireName('userName', userName)
    if (posix.normalize(storePath) !== storePath || /[\p{Cc}\p{Cs}]/u.test(storePath))
      throw refused('storePath', 'Must be the absolute path of a folder, without . and .. and control characters')
    const resource = await requireResource(parts.db, ResourceName, 'ResourceName')
    const stores = await onHost(parts, resource, userName, async (session) =>
      storesIn(await session.files(), storePath, resource.name),
    )
    await parts.db.transaction().execute(async (transaction) => {
      await lockResource(transaction, resource.id)
      const { numInsertedOrUpdatedRows: added } = await transaction
        .insertInto('key_load_balancer')
        .values({ resource_id: resource.id, user_name: userName, store_path: storePath, created_at: Date.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (added === 0n) throw refused('ResourceName', `${ResourceName} is already connected as a load balancer`)
      await parts.audit.record(transaction, call, `Load balancer “${ResourceName}” connected: ${storePath}`)
    })
    return {
      message: `Load balancer connected; it has ${counted(stores.length, 'key store', 'key stores')}`,
    }
  },

  removeLoadBalancer: async ({ ResourceName }, call) => {
    await parts.db.transaction().execute(async (transaction) => {
      const { id } = await requireResource(transaction, ResourceName, 'ResourceName')
      const removed = await transaction
        .deleteFrom('key_load_balancer')
        .where('resource_id', '=', id)
        .returning('resource_id')
        .executeTakeFirst()
      if (!removed) throw refused('ResourceName', `${ResourceName} is not connected as a load balancer`)
      await parts.audit.record(transaction, call, `Load balancer “${ResourceName}” disconnected`)
    })
    return { message: 'Load balancer disconnected' }
  },
})
