import { createContext } from 'react'

/** Why something cannot be done here and now, as a sentence; nothing when it can. */
export type Reason = string | false | undefined

/** Where a name is typed before something is done. */
export const typeToConfirm = 'Type the text above to confirm.'

/** The reason that several actions share, and the element that states it. */
export const SharedReason = createContext<{ reason: string; id: string } | undefined>(undefined)
