import { accountRows } from './account.ts'
import { accountsRows } from './accounts.ts'
import { authenticationRows } from './authentication.ts'
import { inventoryRows } from './inventory.ts'
import { serverRows } from './server.ts'
import { softwareRows } from './software.ts'
import { somRows } from './som.ts'

/** All endpoints of desktop-management. */
export const desktop = {
  ...authenticationRows,
  ...accountRows,
  ...accountsRows,
  ...somRows,
  ...inventoryRows,
  ...softwareRows,
  ...serverRows,
}
