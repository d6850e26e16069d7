import type { listScanComputers } from '#contract/desktop/inventory.ts'
import type { listComputers } from '#contract/desktop/som.ts'
import type { Input } from '#contract/endpoint.ts'
import type { listDevices } from '#contract/mdm/device-list.ts'
import { serviceOf } from '#contract/endpoint.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, People } from '#platform/console.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { notConnected } from '#platform/upstream/not-connected.ts'
import type { CallServer } from '#services/console/call-server.ts'
import { isAboutThisOne } from './walks/fleet-walk.ts'

type Parts = {
  /** List endpoint, and the endpoint of a single record. */
  list: typeof listDevices | typeof listComputers
  one: Input<typeof listDevices> & Input<typeof listComputers>
  /** Additional list for the index, which not every server offers. */
  further?: typeof listScanComputers
  /** Plural name for messages. */
  many: string
  people: Pick<People, 'callAs' | 'bearerFor'>
  askOf: (site: Site, signal: AbortSignal) => CallServer
  /** Number of indexed records. */
  indexed: (site: string) => Promise<number>
  clock: () => number
}

/** Cache time for a user's permissions on the server. */
const keptMs = 60_000
const maxKept = 1000

/** Undefined if the server does not offer the list or its total. */
async function totalOf(ask: () => Promise<{ total?: number | undefined }>): Promise<number | 'refused' | undefined> {
  try {
    return (await ask()).total
  } catch (error) {
    if (error instanceof Problem && (error.code === 'FORBIDDEN' || error.status === 403)) return 'refused'
    if (error instanceof Problem && isAboutThisOne(error)) return undefined
    throw error
  }
}

const hidden = (why: string) =>
  new Problem('SEES_LESS', `${new Problem('SEES_LESS').message}. ${why}.`, { service: 'console' })

/**
 * Access to the index, which holds what the console itself can read. Users with their own credential are checked on the
 * server first: if they see fewer devices than the console, access is denied, since the index does not know which.
 * Devices removed since remain in the index.
 */
export function fleetRights({ list, one, further, many, people, askOf, indexed, clock }: Parts) {
  const service = serviceOf(list)
  const seen = new Map<string, { at: number; problem: Problem | undefined }>()

  async function problemOf({ site, person, signal }: ConsoleCaller): Promise<Problem | undefined> {
    const upstream = site.upstreams.get(service)
    if (!upstream) return notConnected(service)
    if (!person) return new Problem('SIGNED_OUT')
    if (!holds(person.permissions, list.permission))
      return new Problem('FORBIDDEN', `The list of ${many} needs the permission ${list.permission}`, {
        service: 'console',
      })
    const [theirs, own] = await Promise.all([people.bearerFor(upstream, person), people.bearerFor(upstream, 'console')])
    // The console uses the same credential as the user.
    const left = own ? undefined : await indexed(site.name)
    if (left === 0 || (own && theirs?.value === own.value)) return undefined
    const { total: seenByThem } = await people.callAs(person, list, one, signal)
    const seenByConsole = left ?? (await askOf(site, signal)(list, one)).total
    if (seenByThem === undefined || seenByConsole === undefined)
      return hidden(`The server does not report how many ${many} you can see`)
    if (seenByThem < seenByConsole)
      return hidden(`You can see ${seenByThem} of the ${seenByConsole} ${many} of this server`)
    if (!further) return undefined
    const theirsOfFurther = await totalOf(() => people.callAs(person, further, one, signal))
    if (theirsOfFurther === 'refused') return hidden(`The server refuses you what it keeps of all ${many}`)
    const ownOfFurther = own ? await totalOf(() => askOf(site, signal)(further, one)) : undefined
    return typeof ownOfFurther === 'number' && (theirsOfFurther ?? 0) < ownOfFurther
      ? hidden(`You can see what the server keeps of ${theirsOfFurther ?? 'some'} of the ${ownOfFurther} ${many}`)
      : undefined
  }

  return async function requireSight(caller: ConsoleCaller): Promise<void> {
    const key = `${caller.site.name} ${caller.person?.owner ?? ''} ${caller.person?.session ?? ''}`
    const kept = seen.get(key)
    if (kept && clock() - kept.at < keptMs) {
      if (kept.problem) throw kept.problem
      return
    }
    const problem = await problemOf(caller)
    if (seen.size >= maxKept) seen.clear()
    seen.set(key, { at: clock(), problem })
    if (problem) throw problem
  }
}
