import { noBackupFolder } from '#contract/console/connections.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'

/** Writes one backup; ends early with the signal. */
export type BackUp = (signal: AbortSignal) => Promise<{ file: string; bytes: number }>

/** Undefined where the operator has configured no folder. */
export const backupHandlers = (write: BackUp | undefined): Pick<ConsoleHandlers, 'backUp'> => ({
  backUp: (_input, { signal }) => {
    if (!write) throw new Problem('INVALID_INPUT', noBackupFolder, { service: 'console', status: 409 })
    return write(signal)
  },
})
