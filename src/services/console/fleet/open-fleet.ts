import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import type { People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import { serverCalls } from '#services/console/call-server.ts'
import { repeated, runOnDemand } from '#services/console/run-on-demand.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { ofComputers as computersAsked } from '#contract/fleet/computer-catalog.ts'
import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'
import type { IndexedKind } from '#contract/fleet/kept-fields.ts'
import { listScanComputers } from '#contract/desktop/inventory.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { catalogs } from './catalogs.ts'
import { answerHandlers } from './answer-handlers.ts'
import { computerSubject } from './computer-subject.ts'
import { computerWalk } from './walks/computer-walk.ts'
import { computerHandlers, conditionsOf, fleetHandlers } from './fleet-handlers.ts'
import { fleetNumbers } from './fleet-numbers.ts'
import { fleetQueries } from './fleet-query.ts'
import { fleetRights } from './fleet-rights.ts'
import { fleetStates, lacksRecords, noCredential } from './fleet-state.ts'
import { fleetStore, storeOf } from './fleet-store.ts'
import { computerLayout } from './layout.ts'
import { type FleetPace, fleetWalk, defaultFleetPace } from './walks/fleet-walk.ts'

type Settings = {
  database: Kysely<ConsoleTables>
  sites: Sites
  people: Pick<People, 'callAs' | 'bearerFor'>
  log: Log
  pace?: Partial<FleetPace> | undefined
  clock?: () => number
}

/** The index counts as in use for this time after a query. */
const askedMs = 300_000
/** How often queries are recorded. */
const notedMs = 60_000

/** The device index, built by one of the processes on the database after the first query (decision 163). */
export function openFleet({ database, sites, people, log, pace, clock = Date.now }: Settings) {
  const refused = (error: unknown) => log('fleet record not kept', traceOf(error))
  const store = fleetStore(database, refused)
  const computers = storeOf(database, computerSubject, refused)
  const allPace = { ...defaultFleetPace, ...pace }
  const indexes = {
    mdm: { store, walk: fleetWalk({ store, pace: allPace, clock }) },
    desktop: { store: computers, walk: computerWalk({ store: computers, pace: allPace, clock }) },
  } as const
  type Service = keyof typeof indexes
  const services = ['mdm', 'desktop'] as const satisfies readonly Service[]
  const askOf = serverCalls(people.bearerFor)
  const indexedBy = (service: Service) => async (site: string) => (await indexes[service].store.counts(site, 0)).devices
  const noted = new Map<string, number>()
  let looks: ReturnType<typeof repeated>[] = []
  const failed = (error: unknown) => log('fleet not looked at', traceOf(error))
  const { watch, close } = runOnDemand({
    database,
    name: 'fleet',
    log,
    isWanted: async () => {
      const asked = await Promise.all(services.map((service) => indexes[service].store.wantedSites()))
      return asked.flat().length > 0
    },
    start: () => {
      const { retryMs } = allPace
      looks = sites.all.flatMap(({ name }) =>
        services.map((service) => repeated({ pass: (signal) => lookAt(service, name, signal), retryMs, failed })),
      )
      return async () => {
        await Promise.all(looks.map((look) => look.close()))
        looks = []
      }
    },
    failed,
  })

  /** Returns the delay until the next check in milliseconds. */
  async function lookAt(service: Service, name: string, signal: AbortSignal): Promise<number> {
    const { store: kept, walk } = indexes[service]
    const site = sites.all.find((one) => one.name === name)
    const { wanted_at } = await kept.siteRow(name)
    if (!site || wanted_at === 0) return allPace.lookMs
    const tried_at = clock()
    let problem = ''
    try {
      const { recordsPerSecond: fast = allPace.recordsPerSecond } = site.upstreams.get(service) ?? {}
      // An unused index is updated at a slower pace.
      const recordsPerSecond = tried_at - wanted_at < askedMs ? fast : Math.min(fast, allPace.calmPerSecond)
      problem = await walk.look({ site: name, ask: askOf(site, signal), recordsPerSecond, signal })
      await kept.note(name, { tried_at, problem })
    } catch (error) {
      if (signal.aborted) return 0
      const failure = error instanceof Problem ? error : undefined
      if (!failure) failed(error)
      const isClosed = failure?.code === 'KEY_NEEDED' || failure?.code === 'NOT_CONNECTED'
      await kept.note(name, {
        tried_at,
        problem: isClosed ? noCredential : (failure?.message ?? 'The index could not be updated'),
      })
      return Math.max(allPace.retryMs, (failure?.retryAfterSeconds ?? 0) * 1000)
    }
    if (!lacksRecords({ problem }) && (await kept.changed(name, 1)).length > 0) return 0
    const { wanted_at: asked } = await kept.siteRow(name)
    return clock() - asked < askedMs ? allPace.lookMs : allPace.idleMs
  }

  /** Checks now if this process holds the lease; otherwise the holder will. */
  async function lookNow() {
    await watch()
    for (const look of looks) look.now()
  }
  const wanted = (service: Service) => async (site: string) => {
    const now = clock()
    const key = `${service} ${site}`
    if (now - (noted.get(key) ?? 0) < notedMs) return
    noted.set(key, now)
    await indexes[service].store.note(site, { wanted_at: now })
    void lookNow().catch(failed)
  }

  /** Starts indexing at the slower pace. */
  async function wantSlowly(site: string) {
    if ((await store.siteRow(site)).wanted_at > 0) return
    await store.note(site, { wanted_at: 1 })
    void lookNow().catch(failed)
  }

  /** Known before the first check, so that the index is not reported as being read. */
  const stateOf = (service: Service) => {
    const stored = fleetStates(indexes[service].store, clock)
    return async (name: string): Promise<FleetState> => {
      const state = await stored(name)
      const upstream = sites.all.find((site) => site.name === name)?.upstreams.get(service)
      if (state.state !== 'reading' || (upstream && (await people.bearerFor(upstream, 'console')))) return state
      return { ...state, state: 'no-credential' }
    }
  }

  const asked = {
    queries: fleetQueries(database, clock),
    requireSight: fleetRights({
      list: listDevices,
      one: { limit: 1 },
      many: 'devices',
      people,
      askOf,
      indexed: indexedBy('mdm'),
      clock,
    }),
    want: wanted('mdm'),
    catalogOf: catalogs(database),
    stateOf: stateOf('mdm'),
  }
  const ofComputers = {
    queries: fleetQueries(database, clock, computerLayout),
    requireSight: fleetRights({
      list: listComputers,
      one: { page: 0, pagelimit: 1 },
      further: listScanComputers,
      many: 'computers',
      people,
      askOf,
      indexed: indexedBy('desktop'),
      clock,
    }),
    want: wanted('desktop'),
    catalogOf: catalogs(database, computersAsked),
    stateOf: stateOf('desktop'),
  }
  const queried = { device: { ...asked, store }, computer: { ...ofComputers, store: computers } }

  return {
    /** Validates a stored query. */
    requireQuery: async (of: IndexedKind['kind'], query: string, site: string) => {
      conditionsOf(query, await queried[of].catalogOf(site))
    },
    /** Before commands to the result of a query, requires that the annotations of all its kind are linked. */
    requireIdentified: async (of: IndexedKind['kind'], query: string, site: string) => {
      const catalog = await queried[of].catalogOf(site)
      const isKept = ({ field = '' }: { field?: string | undefined }) => catalog.get(field)?.kept !== undefined
      if (!conditionsOf(query, catalog).some(isKept) || !(await queried[of].store.hasUnidentified(site))) return
      throw new Problem(
        'TIMEOUT',
        `The query names what is kept in the console, and not every ${of} has been read again since it was updated`,
        { service: 'console' },
      )
    },
    handlers: {
      ...fleetHandlers({ store, ...asked }),
      ...answerHandlers({ store, database, ...asked }),
      ...computerHandlers({ store: computers, database, ...ofComputers }),
    },
    numbers: fleetNumbers({ store, ...asked, wantSlowly, clock }),
    computerNumbers: fleetNumbers({ store: computers, ...ofComputers, wantSlowly, clock }),
    /** Resumes indexing after a restart. */
    begin: () => void watch().catch(failed),
    close,
  }
}
