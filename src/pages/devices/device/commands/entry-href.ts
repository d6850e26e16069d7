import { paths } from '#paths.ts'
import type { CommandRow } from './command-rows.ts'

/** The address of one entry: its id, and when it was sent, by which any server finds it again. */
export const entryHref = (device_id: string, { id, historyId, at }: Pick<CommandRow, 'id' | 'historyId' | 'at'>) =>
  `${paths.deviceCommands(device_id)}?${new URLSearchParams({
    entry: historyId || id,
    ...(at && { sent: `${at.getTime()}` }),
  })}`
