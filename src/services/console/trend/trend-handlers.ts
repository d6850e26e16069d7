import { areas } from '#contract/console/trend/measures.ts'
import { type Area, areaNames, retentionDays, type trend, type TrendArea } from '#contract/console/trend/trend.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers, People, Person } from '#platform/console.ts'
import type { FleetNumbers } from '#services/console/fleet/fleet-numbers.ts'
import type { PinnedQueries } from '#services/console/views/pinned-queries.ts'
import { computerDistributionsOf, distributionsOf } from './distributions.ts'
import { seriesOf } from './series.ts'
import { shared } from './shared.ts'
import { dayOf, daysBefore, type TrendStore } from './trend-store.ts'
import type { TrendRights } from './trend-rights.ts'

type Parts = {
  store: TrendStore
  fleet: FleetNumbers
  computers: FleetNumbers
  rights: TrendRights
  bearerFor: People['bearerFor']
  pinned: PinnedQueries['ofPerson']
  /** Called for each request: metrics are recorded from then on. */
  want: (site: string) => Promise<void>
  clock: () => number
}

const defaultDays = 90
const nothing = { total: 0, distributions: [] }
/** Reasons to hide an area's metrics; other problems do not concern permissions. */
const stateBy: Readonly<Record<string, TrendArea['state']>> = {
  FORBIDDEN: 'hidden',
  SEES_LESS: 'hidden',
  KEY_NEEDED: 'key-needed',
}

export function trendHandlers({
  store,
  fleet,
  computers,
  rights,
  bearerFor,
  pinned,
  want,
  clock,
}: Parts): Pick<ConsoleHandlers, keyof typeof trend> {
  /** Shared by all users of a site, and renewed once the last record was read. */
  const spread = shared<Awaited<ReturnType<typeof distributionsOf>>>(clock)

  /** State of an area, and whether the caller may see its metrics. */
  async function stateOf(area: Area, caller: ConsoleCaller): Promise<Omit<TrendArea, 'series'> & { isTold: boolean }> {
    const upstream = caller.site.upstreams.get(areas[area].service)
    if (!upstream || !(await bearerFor(upstream, 'console'))) return { area, state: 'no-credential', isTold: false }
    try {
      await rights(caller, area)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { area, state: stateBy[error.code] ?? 'unchecked', problem: error.message, isTold: false }
    }
    const { state = 'reading', problem } = (await store.looks(caller.site.name)).get(area) ?? {}
    return { area, state: state === 'no-credential' ? 'reading' : state, ...(problem && { problem }), isTold: true }
  }

  return {
    readTrend: async ({ days = defaultDays }, caller) => {
      const person = personOf(caller)
      const { name, upstreams } = caller.site
      await want(name)
      const today = dayOf(clock())
      const rows = await store.since(name, daysBefore(today, Math.min(days, retentionDays) - 1))
      const from = rows.reduce((first, { day }) => (day < first ? day : first), today)
      const views = await pinned(person)
      const mayRead = areaNames.filter(
        (area) => upstreams.has(areas[area].service) && holds(person.permissions, areas[area].permission),
      )
      const answered = await Promise.all(
        mayRead.map(async (area) => {
          const { isTold, ...state } = await stateOf(area, caller)
          return Object.assign(state, { series: isTold ? seriesOf(area, { rows, from, today, views }) : [] })
        }),
      )
      return { from, today, areas: answered }
    },

    readDistributions: async (_, caller) => {
      await fleet.requireSight(caller)
      const { name, upstreams } = caller.site
      const upstream = upstreams.get('mdm')
      if (upstream && (await bearerFor(upstream, 'console'))) await fleet.wantSlowly(name)
      const { isRead, isReading } = await fleet.progress(name)
      const found = isRead ? await spread(`devices ${name} ${isReading}`, () => distributionsOf(fleet, name)) : nothing
      return { ...found, isReading }
    },

    readComputerDistributions: async (_, caller) => {
      await computers.requireSight(caller)
      const { name } = caller.site
      const { isRead, isReading } = await computers.progress(name)
      const count = () => computerDistributionsOf(computers, name)
      const found = isRead ? await spread(`computers ${name} ${isReading}`, count) : nothing
      return { ...found, isReading: isRead && isReading }
    },
  }
}

function personOf({ person }: ConsoleCaller): Person {
  if (!person) throw new Problem('SIGNED_OUT')
  return person
}
