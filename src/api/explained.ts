import { isExplained } from '#contract/problem.ts'

/**
 * Explanations of error codes, loaded after the first page or with the first error. Without them, errors show the
 * server message only.
 */
export const explainProblems = (): Promise<unknown> | undefined =>
  isExplained() ? undefined : import('#contract/problems/explained.ts').catch(() => undefined)
