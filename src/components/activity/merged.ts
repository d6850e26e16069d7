import type { Happening } from './activity-sources.ts'

/** What one source has given so far. */
export type ReadSource = { entries: readonly Happening[]; oldest: number | undefined; isMore: boolean }

/** What has no time is older than everything that has one. */
const momentOf = ({ at }: Happening) => at ?? Number.NEGATIVE_INFINITY

/**
 * Newest first, as far back as every source has been read: an older entry of one could stand before an entry of another
 * that was not read yet.
 */
export function merged(sources: readonly ReadSource[]): { entries: Happening[]; isMore: boolean } {
  const open = sources.filter(({ isMore }) => isMore)
  const horizon = Math.max(Number.NEGATIVE_INFINITY, ...open.map(({ oldest }) => oldest ?? Number.NEGATIVE_INFINITY))
  const entries = sources
    .flatMap((source) => source.entries)
    .filter((entry) => momentOf(entry) >= horizon)
    .toSorted((one, other) => momentOf(other) - momentOf(one) || 0)
  return { entries, isMore: open.length > 0 }
}
