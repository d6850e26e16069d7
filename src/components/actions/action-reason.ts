import { createContext } from 'react'

/** Why an action is unavailable, as a sentence; false or undefined if it is available. */
export type Reason = string | false | undefined

/** Reason shown until the confirmation text has been typed. */
export const typeToConfirm = 'Type the text above to confirm.'

/** A reason that several actions share, and the id of the element that states it. */
export const SharedReason = createContext<{ reason: string; id: string } | undefined>(undefined)
