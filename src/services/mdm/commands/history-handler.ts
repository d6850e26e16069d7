import type { Kysely } from 'kysely'
import type { Input, Output } from '#contract/endpoint.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { day } from '#services/demo/time.ts'
import { findDeviceKey } from '#services/mdm/device-store.ts'
import { listName, nextPage, placeIn } from '#services/mdm/list-call.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Call } from '#services/router.ts'
import { countHistory, historyOf, type Period } from './history.ts'

type HistoryInput = Input<typeof listDeviceCommands>

/** Command history of a device, paginated. */
export const historyHandler =
  (db: Kysely<DeviceTables>, tokens: PageTokens) =>
  async (input: HistoryInput, call: Call): Promise<Output<typeof listDeviceCommands>> => {
    const { device_id, limit = pageLimit.default, offset = 0, days, start_time, end_time } = input
    const pk = await findDeviceKey(db, device_id)
    if (pk === undefined) throw new Problem('COM0008', `There is no device with the id ${device_id}`)
    const thisList = listName({ history: device_id, days, start_time, end_time })
    const below = placeIn(tokens, thisList, input)?.pk
    const period = periodOf(input)
    const found = await historyOf(db, pk, period, { limit: limit + 1, offset, below })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      rows: page.map(({ command }) => command),
      total: await countHistory(db, pk, period),
      next: last && nextPage(listDeviceCommands, input, call, tokens.write(thisList, { key: '', pk: last.pk })),
    }
  }

/** The later of `days` and `start_time` applies. */
function periodOf({ days, start_time, end_time }: HistoryInput): Period {
  const since = [start_time, days === undefined ? undefined : Date.now() - days * day]
  const from = since.filter((time) => time !== undefined)
  return { from: from.length > 0 ? Math.max(...from) : undefined, to: end_time }
}
