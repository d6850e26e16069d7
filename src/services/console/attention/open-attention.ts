import { setTimeout as delay } from 'node:timers/promises'
import { type Concern, type Places, takingTurns } from '#contract/attention/concern.ts'
import { serviceOf } from '#contract/endpoint.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import type { Resource } from '#contract/resource.ts'
import type { ConsoleHandlers, People, Person } from '#platform/console.ts'
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
type SourceResult = FoundConcerns & { what: string; isOptional: boolean; isLate: boolean }

/** How long a response waits for slow servers. What they return later is part of the next response. */
const waitMs = 1000

const failure = new Problem('FAILED', 'The console failed. See its log.', { service: 'console' })

/** What needs attention, for the overview and the bell of every browser (decision 189). */
export function openAttention({ callAs, places, log, clock }: Parts): {
  handlers: Pick<ConsoleHandlers, 'listConcerns'>
  onChange: (site: string, changes: readonly Resource[]) => void
  close: () => void
} {
  const cached = cachedConcerns(clock)
  const reading = new Set<AbortController>()

  async function found(source: ConcernSource, person: Person, site: string): Promise<FoundConcerns> {
    const ending = new AbortController()
    reading.add(ending)
    const context: Parameters<typeof source.find>[0] = {
      ask: (asked, input) => callAs({ ...person, site }, asked, input, ending.signal),
      places,
      now: clock(),
    }
    try {
      return await source.find(context)
    } catch (error) {
      if (error instanceof Problem && error.code === 'SIGNED_OUT') throw error
      if (!(error instanceof Problem)) log('concerns not read', traceOf(error))
      return { concerns: [], problem: error instanceof Problem ? error : failure }
    } finally {
      reading.delete(ending)
    }
  }

  async function told(source: ConcernSource, person: Person, site: string, late: Promise<void>): Promise<SourceResult> {
    const { what, endpoint, isOptional = false, isAtHand = false } = source
    const from = { site, session: person.session, name: what, reads: endpoint.reads ?? [], isAtHand }
    const { isLate, found: known = { concerns: [] } } = await cached.read(from, () => found(source, person, site), late)
    return { what, isOptional, isLate, ...known }
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
        const late = delay(waitMs, undefined, { signal: caller.signal, ref: false }).catch(() => undefined)
        const answers = await Promise.all(asked.map((source) => told(source, person, site.name, late)))
        return {
          rows: takingTurns(answers.flatMap(({ concerns }): Concern[] => concerns)),
          ...unanswered(answers),
          limited: answers.flatMap(({ what, isLimited = false }) => (isLimited ? [what] : [])),
          waiting: answers.flatMap(({ what, isLate }) => (isLate ? [what] : [])),
          notAllowed: ofSite.filter((source) => !mayRead(source)).map(({ what }) => what),
        }
      },
    },
    onChange: cached.onChange,
    close: () => {
      for (const ending of reading) ending.abort()
    },
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
