import { authenticationRows } from './authentication.ts'

/** Everything of desktop-management. */
export const desktop = { ...authenticationRows }
