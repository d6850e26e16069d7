import { sql } from 'kysely'

/** State of a job that begins to run, which its rate and its remaining time are based on. */
export const begunRun = (now: number) => ({
  state: 'running' as const,
  why_code: '',
  why_message: '',
  run_at: now,
  run_left: sql<number>`waiting + sent`,
})
