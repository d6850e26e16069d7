import { prefetch } from '#api/query.ts'
import { Stack } from '#ui/layout/layout.ts'
import { calendarFeedsQuery, ownAccountQuery, rememberedDevicesQuery, sessionsQuery } from './account-queries.ts'
import classes from './Account.module.css'
import { AccountCalendars } from './AccountCalendars.tsx'
import { AccountDevices } from './AccountDevices.tsx'
import { AccountPerson } from './AccountPerson.tsx'
import { AccountProtection } from './AccountProtection.tsx'
import { AccountSessions } from './AccountSessions.tsx'

export const loader = () => {
  prefetch(ownAccountQuery)
  prefetch(sessionsQuery)
  prefetch(calendarFeedsQuery)
  return prefetch(rememberedDevicesQuery)
}

/** Account settings of the signed-in user. */
export function Component() {
  return (
    <div className={classes.columns}>
      <Stack gap="md">
        <AccountPerson />
        <AccountSessions />
        <AccountCalendars />
      </Stack>
      <Stack gap="md">
        <AccountProtection />
        <AccountDevices />
      </Stack>
    </div>
  )
}
