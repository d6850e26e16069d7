import type { Dialect } from '#contract/dialect.ts'
import type { ServiceName } from '#contract/problem.ts'

/** Settings of a dialect that are tried in turn where a row fails, and that real servers are known to need. */
export const remedies: Partial<Record<ServiceName, readonly Partial<Dialect>[]>> = {
  desktop: [{ version: '1.4' }, { version: '1.2' }, { pageBase: 1 }],
  mdm: [{ prefix: '/api/v1/mdm' }, { prefix: '/api/v1' }],
  keys: [{ inputData: 'body' }, { inputData: 'query' }],
}

export const remedyText = (remedy: Partial<Dialect>) =>
  Object.entries(remedy)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')
