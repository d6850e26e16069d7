import { noBackupFolder } from '#contract/console/connections.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'

/** Writes a backup; aborted by the signal. */
export type BackUp = (signal: AbortSignal) => Promise<{ file: string; bytes: number }>

/** Undefined if no backup folder is configured. */
export const backupHandlers = (write: BackUp | undefined): Pick<ConsoleHandlers, 'backUp'> => ({
  backUp: (_input, { signal }) => {
    if (!write) throw new Problem('INVALID_INPUT', noBackupFolder, { service: 'console', status: 409 })
    return write(signal)
  },
})
