import { type Dialect, mdmPrefix } from '#contract/dialect.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

/** Settings of a dialect that are tried in turn where a row fails, and that real servers are known to need. */
const remedies: Partial<Record<UpstreamService, readonly Partial<Dialect>[]>> = {
  desktop: [{ version: '1.4' }, { version: '1.3' }, { version: '1.2' }, { pageBase: 1 }],
  mdm: [{ prefix: `${mdmPrefix}/mdm` }, { prefix: mdmPrefix }],
  keys: [{ inputData: 'body' }, { inputData: 'query' }],
}

/** Those that would change anything for this server. */
export const remediesFor = ({ service, dialect }: Pick<Upstream, 'service' | 'dialect'>) =>
  (remedies[service] ?? []).filter((remedy) =>
    Object.entries(remedy).some(([name, value]) => dialect[name as keyof Dialect] !== value),
  )

export const remedyText = (remedy: Partial<Dialect>) =>
  Object.entries(remedy)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')
