import { areas } from '#contract/console/trend/measures.ts'
import { type Area, areaNames } from '#contract/console/trend/trend.ts'
import { Problem } from '#contract/problem.ts'
import type { People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Site, Sites } from '#platform/upstream/sites.ts'
import type { FleetNumbers } from '#services/console/fleet/fleet-numbers.ts'
import type { ListCaller } from '#services/console/read-list.ts'
import type { PinnedQueries } from '#services/console/views/pinned-queries.ts'
import { takeDevices } from './take-devices.ts'
import { takeCertificates, takeDesktops, takeSshKeys } from './take-others.ts'
import { dayOf, type Taken, type TrendStore } from './trend-store.ts'

export type TrendPace = {
  /** Interval of checks for a new day. */
  lookMs: number
  /** Delay while devices are being read. */
  waitMs: number
  /** Delay after a server failed. */
  retryMs: number
}
export const defaultTrendPace: TrendPace = { lookMs: 60_000, waitMs: 5000, retryMs: 900_000 }

type Parts = {
  store: TrendStore
  sites: Sites
  bearerFor: People['bearerFor']
  fleet: FleetNumbers
  pinned: PinnedQueries['ofSite']
  pace: TrendPace
  clock: () => number
  log: Log
}

/** Records the missing metrics of today. */
export function trendPass({ store, sites, bearerFor, fleet, pinned, pace, clock, log }: Parts) {
  const take: Record<Area, (asking: ListCaller, site: string, now: number) => Promise<Taken[]>> = {
    devices: async (_, site) => takeDevices(fleet, site, await pinned(site)),
    desktops: (asking) => takeDesktops(asking),
    certificates: (asking, _, now) => takeCertificates(asking, now),
    'ssh-keys': (asking, _, now) => takeSshKeys(asking, now),
  }

  /** Retry times requested by servers. */
  const restUntil = new Map<string, number>()

  /** True if the values will be available soon. */
  async function takeArea(site: Site, area: Area, signal: AbortSignal): Promise<boolean> {
    const upstream = site.upstreams.get(areas[area].service)
    if (!upstream) return false
    const at = clock()
    const day = dayOf(at)
    const looked = (await store.looks(site.name)).get(area)
    if (looked?.day === day) return false
    const key = `${site.name} ${area}`
    // The index polls its server itself, so its state is used without requests.
    const isOfIndex = area === 'devices'
    if (at < (restUntil.get(key) ?? 0)) return false
    if (!isOfIndex && looked?.state === 'failing' && Math.abs(at - looked.tried_at) < pace.retryMs) return false
    const noted = { site: site.name, area, day: looked?.day ?? '', tried_at: at, problem: '' }
    try {
      const bearer = await bearerFor(upstream, 'console')
      if (!bearer) {
        await store.note({ ...noted, state: 'no-credential' })
        return false
      }
      const standing = isOfIndex ? await fleet.standing(site.name) : undefined
      if (standing && standing.state !== 'current') {
        await fleet.wantSlowly(site.name)
        await store.note({ ...noted, ...standing })
        return standing.state === 'reading'
      }
      const taken = await take[area]({ upstream, bearer, signal }, site.name, at)
      await store.keep({ site: site.name, area, day, at }, taken)
    } catch (error) {
      if (signal.aborted) return false
      if (!(error instanceof Problem)) log('trend not taken', { area, ...traceOf(error) })
      const problem = error instanceof Problem ? error.message : 'The console failed. See its log.'
      const asked = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0
      restUntil.set(key, at + Math.max(pace.retryMs, asked))
      await store.note({ ...noted, state: 'failing', problem })
    }
    return false
  }

  /** Returns the delay until the next pass in milliseconds. */
  return async (signal: AbortSignal): Promise<number> => {
    const wanted = await store.wantedSites()
    let isWaiting = false
    for (const site of sites.all.filter(({ name }) => wanted.includes(name)))
      for (const area of areaNames) if (!signal.aborted && (await takeArea(site, area, signal))) isWaiting = true
    return isWaiting ? pace.waitMs : pace.lookMs
  }
}
