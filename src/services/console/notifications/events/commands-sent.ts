import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { deviceInTarget } from '#contract/attention/command-concerns.ts'
import { targetNames } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { newestIn, windowSize } from '#services/console/audit/entries.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** Operations that send a command to the device in their audit target. */
const actions = [...endpoints.values()]
  .filter((one) => one.changes?.includes('mdm.command') === true && targetNames(one).includes('device_id'))
  .map(({ id }) => id)

/**
 * Devices that were sent a command through this console after an audit entry, each with the time of the last one, and
 * the newest entry. A call without a response may have arrived.
 */
export async function commandsSent(
  database: Kysely<ConsoleTables>,
  site: string,
  { after, since }: { after: number; since: number },
): Promise<{ sentAt: ReadonlyMap<string, number>; newest: number }> {
  const newest = await newestIn(database)
  const audit = database.selectFrom('proxy_audit').where('site', '=', site)
  const first = await audit.select('id').where('at', '>=', since).orderBy('at').orderBy('id').executeTakeFirst()
  const sentAt = new Map<string, number>()
  let upTo = Math.max(after, first ? first.id - 1 : newest)
  while (upTo < newest) {
    const rows = await audit
      .select(['at', 'target'])
      .where('id', '>', upTo)
      .where('id', '<=', upTo + windowSize)
      .where('action', 'in', actions)
      .where('result', 'in', ['done', 'failed'])
      .execute()
    for (const { at, target } of rows) {
      const device = deviceInTarget(target)
      if (device !== undefined) sentAt.set(device, Math.max(at, sentAt.get(device) ?? 0))
    }
    upTo += windowSize
    await otherWork()
  }
  return { sentAt, newest }
}
