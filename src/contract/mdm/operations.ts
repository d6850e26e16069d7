import { apiKeyRows } from './api-keys.ts'
import { appRows } from './apps.ts'
import { commandRows } from './commands.ts'
import { devicePartRows } from './device-parts.ts'
import { deviceRows } from './devices.ts'
import { fileRows } from './files.ts'
import { groupRows } from './groups.ts'
import { profileRows } from './profiles.ts'
import { rootRows } from './root.ts'
import { userRows } from './users.ts'

/** All endpoints of mobile-device-management. */
export const mdm = {
  ...rootRows,
  ...deviceRows,
  ...devicePartRows,
  ...commandRows,
  ...groupRows,
  ...profileRows,
  ...appRows,
  ...fileRows,
  ...userRows,
  ...apiKeyRows,
}
