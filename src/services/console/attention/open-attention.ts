import { type Concern, type Places, takingTurns } from '#contract/attention/concern.ts'
import { serviceOf } from '#contract/endpoint.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import type { Resource } from '#contract/resource.ts'
import type { ConsoleCaller, ConsoleHandlers, People, Person } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { FoundConcerns } from './concern-context.ts'
import { cachedConcerns } from './cached-concerns.ts'
import { type ConcernSource, concernSources } from './sources.ts'

type Parts = {
  callAs: People['callAs']
  /** Page addresses for links. */
  places: Places
  log: Log
  clock: () => number
}
type SourceResult = FoundConcerns & { what: string; isOptional: boolean }

const failure = new Problem('FAILED', 'The console failed. See its log.', { service: 'console' })

/** What needs attention, for the overview and the bell of every browser (decision 189). */
export function openAttention({ callAs, places, log, clock }: Parts): {
  handlers: Pick<ConsoleHandlers, 'listConcerns'>
  onChange: (site: string, changes: readonly Resource[]) => void
} {
  const cached = cachedConcerns(clock)

  async function told(source: ConcernSource, person: Person, { site, signal }: ConsoleCaller): Promise<SourceResult> {
    const { what, endpoint, isOptional = false, isAtHand, find } = source
    const context: Parameters<typeof find>[0] = {
      ask: (asked, input) => callAs({ ...person, site: site.name }, asked, input, signal),
      places,
      now: clock(),
    }
    const from = { site: site.name, session: person.session, name: what, reads: endpoint.reads ?? [] }
    try {
      const found = isAtHand ? await find(context) : await cached.read(from, () => find(context))
      return { what, isOptional, ...found }
    } catch (error) {
      const isOfAll = signal.aborted || (error instanceof Problem && error.code === 'SIGNED_OUT')
      if (isOfAll) throw error
      if (!(error instanceof Problem)) log('concerns not read', traceOf(error))
      return { what, isOptional, concerns: [], problem: error instanceof Problem ? error : failure }
    }
  }

  return {
    handlers: {
      listConcerns: async (_, caller) => {
        const { site, person } = caller
        if (!person) throw new Problem('SIGNED_OUT')
        const isThere = ({ endpoint }: ConcernSource) =>
          serviceOf(endpoint) === 'console' || site.upstreams.has(serviceOf(endpoint))
        const mayRead = ({ endpoint }: ConcernSource) => holds(person.permissions, endpoint.permission)
        const ofSite = concernSources.filter(isThere)
        const asked = ofSite
          .filter(mayRead)
          .filter(({ permission }) => !permission || holds(person.permissions, permission))
        const answers = await Promise.all(asked.map((source) => told(source, person, caller)))
        return {
          rows: takingTurns(answers.flatMap(({ concerns }): Concern[] => concerns)),
          ...unanswered(answers),
          notAllowed: ofSite.filter((source) => !mayRead(source)).map(({ what }) => what),
        }
      },
    },
    onChange: cached.onChange,
  }
}

/** Groups failures by message: an unreachable server fails all of its sources, which is stated once. */
function unanswered(answers: readonly SourceResult[]) {
  const open = answers.flatMap(({ problem, ...one }) =>
    problem && problem.code !== 'NOT_CONNECTED' ? [{ ...one, problem, isMissing: isNotOffered(problem) }] : [],
  )
  const failed = Map.groupBy(
    open.filter(({ isMissing }) => !isMissing),
    ({ problem }) => problem.message,
  )
  const missing = open.flatMap(({ what, isMissing, isOptional }) => (isMissing && !isOptional ? [what] : []))
  return {
    failed: [...failed].map(([message, these]) => ({ whats: these.map(({ what }) => what), message })),
    notReported: [...new Set([...missing, ...answers.flatMap(({ notReported = [] }) => notReported)])],
  }
}
