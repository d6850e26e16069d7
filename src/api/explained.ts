import { isExplained } from '#contract/problem.ts'

/**
 * What codes mean, and what to do about them: loaded behind the first page, or with the first problem. Where it cannot
 * be had, a problem says what its server has said of it.
 */
export const explainProblems = (): Promise<unknown> | undefined =>
  isExplained() ? undefined : import('#contract/problems/explained.ts').catch(() => undefined)
