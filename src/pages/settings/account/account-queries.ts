import { query } from '#api/query.ts'
import { listRememberedDevices, listSessions } from '#contract/console/account.ts'
import { listCalendarFeeds } from '#contract/console/calendars/calendar-feeds.ts'
import { getOwnAccount } from '#contract/desktop/account.ts'

export const ownAccountQuery = query(getOwnAccount, {})
export const sessionsQuery = query(listSessions, {})
export const calendarFeedsQuery = query(listCalendarFeeds, {})
export const rememberedDevicesQuery = query(listRememberedDevices, {})
