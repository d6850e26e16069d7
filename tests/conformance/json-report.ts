import { originOf } from '#contract/origin.ts'
import type { Examined } from './examine.ts'
import { exitCodeOf, worstExitCode } from './exit-code.ts'

/** The same findings for programs. */
export const jsonReport = (all: readonly Examined[]) => ({
  exitCode: worstExitCode(all),
  connections: all.map((examined) => {
    const { name, service, baseUrl } = examined.connection
    const of = { connection: name, service, base_url: baseUrl.href, exitCode: exitCodeOf(examined) }
    if ('stopped' in examined) return { ...of, stopped: examined.stopped }
    const { findings, checks, proposed, outcomes } = examined
    return {
      ...of,
      operations: findings.map(({ endpoint, outcome, how, notes, mendedBy, milliseconds }) => ({
        id: endpoint.id,
        source: endpoint.source,
        origin: originOf(endpoint),
        method: endpoint.method,
        path: endpoint.path,
        outcome,
        how,
        notes,
        mendedBy,
        outcomeWithDialect: mendedBy && outcomes.get(endpoint),
        milliseconds,
      })),
      checks,
      ...(proposed && { dialect: proposed }),
    }
  }),
})
