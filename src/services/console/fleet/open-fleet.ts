import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import type { People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import { asking } from '#services/console/ask-server.ts'
import { repeated, runWhenWanted } from '#services/console/run-when-wanted.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { ofComputers as computersAsked } from '#contract/fleet/computer-catalog.ts'
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
import { fleetStates, noCredential } from './fleet-state.ts'
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

/** Somebody has asked within this time: their console looks often. */
const askedMs = 300_000
/** How often it is noted that somebody asks. */
const notedMs = 60_000

/** The index of the fleet, filled by one of the processes on the database once somebody has asked (decision 163). */
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
  const askOf = asking(people.bearerFor)
  const indexedBy = (service: Service) => async (site: string) => (await indexes[service].store.counts(site, 0)).devices
  const noted = new Map<string, number>()
  let looks: ReturnType<typeof repeated>[] = []
  const failed = (error: unknown) => log('fleet not looked at', traceOf(error))
  const { watch, close } = runWhenWanted({
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

  /** Until the next look, milliseconds. */
  async function lookAt(service: Service, name: string, signal: AbortSignal): Promise<number> {
    const { store: kept, walk } = indexes[service]
    const site = sites.all.find((one) => one.name === name)
    const { wanted_at } = await kept.siteRow(name)
    if (!site || wanted_at === 0) return allPace.lookMs
    const tried_at = clock()
    try {
      const { recordsPerSecond: fast = allPace.recordsPerSecond } = site.upstreams.get(service) ?? {}
      // An index that nobody asks leaves server and console to those who work.
      const recordsPerSecond = tried_at - wanted_at < askedMs ? fast : Math.min(fast, allPace.calmPerSecond)
      const problem = await walk.look({ site: name, ask: askOf(site, signal), recordsPerSecond, signal })
      await kept.note(name, { tried_at, problem })
    } catch (error) {
      if (signal.aborted) return 0
      const problem = error instanceof Problem ? error : undefined
      if (!problem) failed(error)
      const isClosed = problem?.code === 'KEY_NEEDED' || problem?.code === 'NOT_CONNECTED'
      await kept.note(name, {
        tried_at,
        problem: isClosed ? noCredential : (problem?.message ?? 'The index could not be updated'),
      })
      return Math.max(allPace.retryMs, (problem?.retryAfterSeconds ?? 0) * 1000)
    }
    if ((await kept.changed(name, 1)).length > 0) return 0
    const { wanted_at: asked } = await kept.siteRow(name)
    return clock() - asked < askedMs ? allPace.lookMs : allPace.idleMs
  }

  /** Where this process looks; otherwise the one that does will. */
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

  /** It is filled from now on, at the pace of an index that nobody asks. */
  async function wantSlowly(site: string) {
    if ((await store.siteRow(site)).wanted_at > 0) return
    await store.note(site, { wanted_at: 1 })
    void lookNow().catch(failed)
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
    stateOf: fleetStates(store, clock),
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
    stateOf: fleetStates(computers, clock),
  }
  const { catalogOf } = asked

  return {
    /** Of what is kept and asked later. */
    requireQuery: async (query: string, site: string) => {
      conditionsOf(query, await catalogOf(site))
    },
    /** Before a command is sent to what a query finds: what people keep must be known of every device. */
    requireIdentified: async (query: string, site: string) => {
      const catalog = await catalogOf(site)
      const isKept = ({ field = '' }: { field?: string | undefined }) => catalog.get(field)?.kept !== undefined
      if (!conditionsOf(query, catalog).some(isKept) || !(await store.hasUnidentified(site))) return
      throw new Problem(
        'TIMEOUT',
        'The query names what is kept in the console, and not every device has been read again since it was updated',
        { service: 'console' },
      )
    },
    handlers: {
      ...fleetHandlers({ store, ...asked }),
      ...answerHandlers({ store, database, ...asked }),
      ...computerHandlers({ store: computers, ...ofComputers }),
    },
    numbers: fleetNumbers({ store, ...asked, wantSlowly, clock }),
    computerNumbers: fleetNumbers({ store: computers, ...ofComputers, wantSlowly, clock }),
    /** Of a start: somebody may have asked before. */
    begin: () => void watch().catch(failed),
    close,
  }
}
