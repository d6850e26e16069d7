import { Problem } from '#contract/problem.ts'

/** Code that something which was asked for needs: where it does not come, that is a problem like a missing answer. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch((cause: unknown) => {
    const problem = new Problem('UNLOADED', undefined, { service: 'console', raw: String(cause) })
    problem.cause = cause // which part it was
    throw problem
  })
