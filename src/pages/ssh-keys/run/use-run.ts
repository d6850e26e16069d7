import { useRun as useAnyRun } from '#components/bulk/use-run.ts'
import { type Account, idOf } from './account.ts'

/** Why the next step has to wait. */
export const inProgress = 'The current step is still in progress.'

/** Work on many accounts. */
export const useRun = () => useAnyRun<Account>(idOf)
