/** Does what is due of a job now, and says after how many milliseconds it goes on; undefined: nothing more to do. */
export type TakeTurn = (job: number) => Promise<number | undefined>

/**
 * Which process takes the next turn of a job, and when. What there is to do stands in the tables of jobs: a queue that
 * forgets everything loses nothing but time.
 */
export type Queue = {
  /** One that is waited for already is not queued twice. */
  enqueue: (job: number) => Promise<void>
  /** Ends when no turn is under way here any more. */
  close: () => Promise<void>
}
