import { Problem } from '#contract/problem.ts'

/** What was thrown, as the one error type. */
export const problemOf = (thrown: unknown): Problem =>
  thrown instanceof Problem
    ? thrown
    : new Problem('FAILED', thrown instanceof Error ? thrown.message : undefined, { raw: String(thrown) })
