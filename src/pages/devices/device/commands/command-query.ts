import { queryOptions } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import type { Input } from '#contract/endpoint.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { runningStates } from './command-rows.ts'

const whileUnderWayMs = 5000

/** Part of the command history, refetched while a command is in progress. */
export const commandsOf = (device_id: string, part: Omit<Input<typeof listDeviceCommands>, 'device_id'>) =>
  queryOptions({
    ...query(listDeviceCommands, { device_id, ...part }),
    // Hidden tabs do not poll: default of refetchInterval.
    refetchInterval: ({ state }) => (runningStates(state.data?.rows ?? []) ? whileUnderWayMs : false),
  })

/** The newest commands, shared by the header, the action dialogs and the first page of the history. */
export const newestCommandsOf = (device_id: string) => commandsOf(device_id, { limit: pageLimit.default, offset: 0 })

const aroundMs = 1000

/** Commands sent around a time. The API cannot read a single entry, so a link contains its time. */
export const commandsSentAt = (device_id: string, sent: number) =>
  commandsOf(device_id, { start_time: sent - aroundMs, end_time: sent + aroundMs })
