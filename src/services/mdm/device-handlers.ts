import type { Kysely } from 'kysely'
import type { deviceRows } from '#contract/mdm/devices.ts'
import { type DeviceSort, listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import type { Handlers } from '#services/router.ts'
import { changeDetails } from './device-details.ts'
import type { DeviceList } from './device-list.ts'
import { requireRecord, wholeRecord } from './device-record.ts'
import { commandsOf } from './device-store.ts'
import { callerName, changesBefore, listName, nextPage, placeIn, tokensOf } from './list-call.ts'
import type { PageTokens } from './page-token.ts'
import type { DeviceTables } from './tables.ts'

const commandsInRecord = 20
const defaultSort = 'device_name'

export function deviceHandlers(
  db: Kysely<DeviceTables>,
  tokens: PageTokens,
  list: DeviceList,
): Handlers<typeof deviceRows> {
  /** The record with its newest commands. */
  async function shown(deviceId: string) {
    const { pk, record } = await requireRecord(db, deviceId)
    const whole = await wholeRecord(db, pk, record)
    const commands = await commandsOf(db, pk, { limit: commandsInRecord, offset: 0 })
    return { ...whole, commands: commands.map(({ command }) => command) }
  }

  return {
    listDevices: async (input, call) => {
      const { limit = pageLimit.default, offset = 0, 'skip-token': _skipToken, ...wanted } = input
      const { sort = defaultSort, 'delta-token': since, summary, ...fields } = wanted
      const thisList = listName(wanted)
      const after = placeIn(tokens, thisList, input)
      const slice = await list(
        { ...fields, changedAfter: changesBefore(tokens, since) },
        {
          sort: sort.replace('-', '') as DeviceSort,
          descending: sort.startsWith('-'),
          limit,
          offset,
          after,
          withoutCounts: summary === false,
        },
      )
      const { skipToken, deltaToken } = tokensOf(tokens, thisList, { ...slice, after })
      const next = skipToken && nextPage(listDevices, input, call, skipToken)
      return { rows: slice.rows, total: slice.total, next, deltaToken }
    },

    getDevice: ({ device_id }) => shown(device_id),

    updateDevice: async ({ device_id, ...details }, call) => {
      await changeDetails(db, device_id, details, callerName(call))
      return shown(device_id)
    },
  }
}
