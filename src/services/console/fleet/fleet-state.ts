import { getComputerDetail } from '#contract/desktop/inventory.ts'
import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import type { FleetStore } from './fleet-store.ts'
import { recordsNotOffered } from './walks/missing-records.ts'

/** Stored as the problem if the console has no credential for the server. */
export const noCredential = 'no credential'

/** Stored if the server has the list but no records. */
const withoutRecords: ReadonlySet<string> = new Set([getDevice, getComputerDetail].map(recordsNotOffered))
export const lacksRecords = ({ problem }: { problem: string }) => withoutRecords.has(problem)

const anHour = 3_600_000

/** Completeness and age of a site's index. */
export function fleetStates(store: Pick<FleetStore, 'siteRow' | 'counts' | 'countUnidentified'>, clock: () => number) {
  /** Sites without unidentified devices; new devices are always identified. */
  const identified = new Set<string>()

  async function unidentifiedOf(site: string): Promise<number> {
    if (identified.has(site)) return 0
    const count = await store.countUnidentified(site)
    if (count === 0) identified.add(site)
    return count
  }

  return async function stateOf(site: string): Promise<FleetState> {
    const { walked_at, as_of, problem } = await store.siteRow(site)
    const { refused, changed, ...counts } = await store.counts(site, clock() - anHour)
    const unidentified = await unidentifiedOf(site)
    const isWithout = lacksRecords({ problem })
    const isFailing = problem !== '' && !isWithout
    const state =
      problem === noCredential ? 'no-credential' : isFailing ? 'failing' : walked_at === 0 ? 'reading' : 'ready'
    return {
      state,
      ...counts,
      ...(refused > 0 && { refused }),
      ...(changed > 0 && { changed }),
      ...(unidentified > 0 && { unidentified }),
      ...(as_of > 0 && { asOf: as_of }),
      ...(state === 'failing' && { problem }),
      ...(isWithout && { withoutRecords: true as const }),
    }
  }
}
