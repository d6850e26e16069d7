/**
 * Performs the due work of a job and returns the delay until the next turn in milliseconds; undefined if none is
 * needed.
 */
export type TakeTurn = (job: number) => Promise<number | undefined>

/**
 * Distributes the turns of jobs. The state is in the job tables, so a queue that loses its content only causes a delay.
 */
export type Queue = {
  /** Ignored if a turn is queued already. */
  enqueue: (job: number) => Promise<void>
  /** Resolves when this process has no active turn. */
  close: () => Promise<void>
}
