import { paths } from '#paths.ts'
import type { CommandRow } from './command-rows.ts'

/** Link to an entry: its id, and its time, by which the server can find it. */
export const entryHref = (device_id: string, { id, historyId, at }: Pick<CommandRow, 'id' | 'historyId' | 'at'>) =>
  `${paths.deviceCommands(device_id)}?${new URLSearchParams({
    entry: historyId || id,
    ...(at && { sent: `${at.getTime()}` }),
  })}`
