import { ClockNotice } from '#components/clock/ClockNotice.tsx'
import { KeyExpiry } from './api-keys/KeyExpiry.tsx'

/** Notices at the top of all pages. */
export const StandingNotices = () => (
  <>
    <ClockNotice />
    <KeyExpiry />
  </>
)
