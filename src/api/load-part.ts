import { Problem } from '#contract/problem.ts'

/** Loads code on demand; a failure to load is reported like a missing response. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch((cause: unknown) => {
    const problem = new Problem('UNLOADED', undefined, { service: 'console', raw: String(cause) })
    problem.cause = cause // contains the URL of the module
    throw problem
  })
