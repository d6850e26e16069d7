import { type Dialect, mdmPrefix } from '#contract/dialect.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

/** Dialect settings known to be needed by real servers, tried in order after a failure. */
const remedies: Partial<Record<UpstreamService, readonly Partial<Dialect>[]>> = {
  desktop: [{ version: '1.4' }, { version: '1.3' }, { version: '1.2' }, { pageBase: 1 }],
  mdm: [{ prefix: `${mdmPrefix}/mdm` }, { prefix: mdmPrefix }],
  keys: [{ inputData: 'body' }, { inputData: 'query' }],
}

/** Only settings that differ from the current ones. */
export const remediesFor = ({ service, dialect }: Pick<Upstream, 'service' | 'dialect'>) =>
  (remedies[service] ?? []).filter((remedy) =>
    Object.entries(remedy).some(([name, value]) => dialect[name as keyof Dialect] !== value),
  )

export const remedyText = (remedy: Partial<Dialect>) =>
  Object.entries(remedy)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')
