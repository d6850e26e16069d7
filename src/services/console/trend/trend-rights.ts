import { findCertificates } from '#contract/console/certificate-list.ts'
import { areas } from '#contract/console/trend/measures.ts'
import type { Area } from '#contract/console/trend/trend.ts'
import { findSshKeys } from '#contract/console/ssh-key-list.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { countInventory } from '#contract/keys/rules/inventory.ts'
import { listSshKeys } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, People, Person } from '#platform/console.ts'
import { hashOf } from '#platform/digest.ts'
import { call } from '#platform/upstream/call.ts'
import { type ListCaller, readList } from '#services/console/read-list.ts'
import { shared } from './shared.ts'

type Parts = {
  people: Pick<People, 'callAs' | 'bearerFor'>
  requireSightOfDevices: (caller: ConsoleCaller) => Promise<void>
  clock: () => number
}
type Counts = {
  theirs: (callAs: People['callAs'], person: Person, signal: AbortSignal) => Promise<number | undefined>
  own: (asking: ListCaller) => Promise<number | undefined>
}
export type TrendRights = ReturnType<typeof trendRights>

/** Cache time for a user's permissions on the server. */
const keptMs = 300_000
const maxKept = 1000
const longestCountMs = 300_000
const one = { offset: 0, limit: 1 }

const counts: Record<Exclude<Area, 'devices'>, Counts> = {
  desktops: {
    theirs: async (callAs, person, signal) =>
      (await callAs(person, listComputers, { page: 0, pagelimit: 1 }, signal)).total,
    own: async ({ upstream, bearer, signal }) => {
      const asked = { upstream, secret: bearer.value, signal, origin: bearer.origin }
      return (await call(listComputers, { page: 0, pagelimit: 1 }, asked)).total
    },
  },
  certificates: {
    theirs: async (callAs, person, signal) => (await callAs(person, findCertificates, one, signal)).total,
    own: async (asking) => {
      const inventory = countInventory()
      await readList(asking, listCertificates, {}, (rows) => inventory.add(rows))
      return inventory.count()
    },
  },
  'ssh-keys': {
    theirs: async (callAs, person, signal) => (await callAs(person, findSshKeys, one, signal)).total,
    own: async (asking) => {
      let count = 0
      await readList(asking, listSshKeys, {}, (rows) => {
        count += rows.length
      })
      return count
    },
  },
}

const hidden = (why: string) =>
  new Problem('FORBIDDEN', `${why}. These numbers are shown to those who can see all of them.`, { service: 'console' })

/**
 * Metrics cover what the console itself can read. Users with their own credential are checked on the server first: if
 * they see less than the console, the area is hidden.
 */
export function trendRights({ people, requireSightOfDevices, clock }: Parts) {
  const seen = new Map<string, { at: number; problem: Problem | undefined }>()
  const countedByConsole = shared<number | undefined>(clock)

  async function problemOf({ site, person, signal }: ConsoleCaller, area: Exclude<Area, 'devices'>) {
    const upstream = site.upstreams.get(areas[area].service)
    if (!upstream || !person)
      return new Problem('NOT_CONNECTED', 'This site has no such server', { service: 'console' })
    const [theirs, own] = await Promise.all([people.bearerFor(upstream, person), people.bearerFor(upstream, 'console')])
    if (!own) return new Problem('KEY_NEEDED', 'The console has no credential for this server', { service: 'console' })
    if (theirs?.value === own.value) return undefined
    const { theirs: countTheirs, own: countOwn } = counts[area]
    const [seenByThem, seenByConsole] = [
      await countTheirs(people.callAs, person, signal),
      // Shared, so it is not canceled when one caller disconnects.
      await countedByConsole(`${site.name} ${area} ${hashOf(own.value)}`, () =>
        countOwn({ upstream, bearer: own, signal: AbortSignal.timeout(longestCountMs) }),
      ),
    ]
    if (seenByThem === undefined || seenByConsole === undefined)
      return hidden('The server does not report how much of it you can see')
    return seenByThem < seenByConsole
      ? hidden(`You can see ${seenByThem} of ${seenByConsole} on this server`)
      : undefined
  }

  return async function requireSight(caller: ConsoleCaller, area: Area): Promise<void> {
    if (area === 'devices') return requireSightOfDevices(caller)
    const { site, person } = caller
    const key = `${site.name} ${area} ${person?.owner ?? ''} ${person?.session ?? ''}`
    const kept = seen.get(key)
    const isKept = kept && Math.abs(clock() - kept.at) < keptMs
    const problem = isKept ? kept.problem : await problemOf(caller, area)
    if (!isKept && (!problem || problem.code === 'FORBIDDEN')) {
      if (seen.size >= maxKept) seen.clear()
      seen.set(key, { at: clock(), problem })
    }
    if (problem) throw problem
  }
}
