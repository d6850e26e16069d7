/**
 * For a restored database: after the backup was made, its jobs went on. What is shown as waiting may have been sent, so a
 * person decides; also where a sign-in would resume the job by itself.
 */
export const pauseRestored = `update console_job set state = 'paused', why_code = 'RESTORED', why_message =
  'Restored from a backup. What is shown as waiting may have been sent after the backup was made: check it before you resume.'
  where state in ('running', 'paused')`
