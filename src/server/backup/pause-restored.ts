/**
 * For a restored database: after the backup was made, its jobs and schedules went on. What is shown as waiting may have
 * been sent, and what is due may have run, so a person decides; also where a sign-in would resume it by itself. A calendar
 * feed may have been revoked since: none opens anything. By table.
 */
export const pauseRestored = {
  console_job: `update console_job set state = 'paused', why_code = 'RESTORED', why_message =
    'Restored from a backup. What is shown as waiting may have been sent after the backup was made: check it before you resume.'
    where state in ('running', 'paused')`,
  console_schedule: `update console_schedule set state = 'paused', why_code = 'RESTORED', why_message =
    'Restored from a backup. It may have run after the backup was made: check its jobs before you resume.'
    where state in ('active', 'paused')`,
  console_calendar_feed: 'delete from console_calendar_feed',
}
