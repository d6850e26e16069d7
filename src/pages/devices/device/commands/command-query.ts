import { queryOptions } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import type { Input } from '#contract/endpoint.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { underWay } from './command-rows.ts'

const whileUnderWayMs = 5000

/** A part of the command history, which is asked for again as long as something in it is on its way. */
export const commandsOf = (device_id: string, part: Omit<Input<typeof listDeviceCommands>, 'device_id'>) =>
  queryOptions({
    ...query(listDeviceCommands, { device_id, ...part }),
    // Not in a hidden tab: that is the default of refetchInterval.
    refetchInterval: ({ state }) => (underWay(state.data?.rows ?? []) ? whileUnderWayMs : false),
  })

/** The newest commands: what the header, the dialog of an action and the first page of the history show. */
export const newestCommandsOf = (device_id: string) => commandsOf(device_id, { limit: pageLimit.default, offset: 0 })

const aroundMs = 1000

/** The history has no address for one entry: it is asked for what was sent at that moment. */
export const commandsSentAt = (device_id: string, sent: number) =>
  commandsOf(device_id, { start_time: sent - aroundMs, end_time: sent + aroundMs })
