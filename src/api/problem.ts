import { Problem } from '#contract/problem.ts'

/** Converts anything thrown to a `Problem`. */
export const problemOf = (thrown: unknown): Problem =>
  thrown instanceof Problem
    ? thrown
    : new Problem('FAILED', thrown instanceof Error ? thrown.message : undefined, { raw: String(thrown) })
