import { query } from '#api/query.ts'
import { listRememberedDevices, listSessions } from '#contract/console/account.ts'
import { getOwnAccount } from '#contract/desktop/account.ts'

export const ownAccountQuery = query(getOwnAccount, {})
export const sessionsQuery = query(listSessions, {})
export const rememberedDevicesQuery = query(listRememberedDevices, {})
