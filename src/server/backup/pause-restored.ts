/**
 * Jobs and schedules continued to run after the backup was made: pending items may have been sent already, and due runs
 * may have completed. They are paused until a person resumes them; a sign-in does not. Calendar feeds may have been
 * revoked since, so all feed secrets are invalidated. Keyed by table.
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
