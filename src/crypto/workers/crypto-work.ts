import type { Jobs } from './jobs.ts'
import { type PoolOptions, WorkPool } from './pool.ts'

export type CryptoWork = WorkPool<Jobs>

/** Creates the worker pool; one per process. */
export const createCryptoWork = (options?: PoolOptions): CryptoWork =>
  new WorkPool<Jobs>(new URL('./worker.ts', import.meta.url), options)
