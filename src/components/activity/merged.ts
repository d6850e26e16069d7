import type { Happening } from './activity-sources.ts'

/** Entries read from a source so far. */
export type ReadSource = { entries: readonly Happening[]; oldest: number | undefined; isMore: boolean }

/** Entries without a time sort last. */
const momentOf = ({ at }: Happening) => at ?? Number.NEGATIVE_INFINITY

/**
 * Merges entries, newest first, back to the time that every source has been read to: an older entry could precede one
 * of another source that has not been read yet.
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
