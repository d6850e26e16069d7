/** What is asked of the fleet: conditions that hold together. A line of text, the filter panel and the address are equivalent. */

/**
 * `has`: the text contains it, the list has such an entry, the flag is yes. `unknown`: the value has no stated
 * meaning. `missing`: the server did not say it. Neither is ever counted as yes or no.
 */
export const comparisons = ['has', 'is', 'below', 'atMost', 'above', 'atLeast', 'unknown', 'missing'] as const
export type Comparison = (typeof comparisons)[number]

/** How many characters a line may have. */
export const longestQuery = 2000

export type Condition = {
  /** Name in the catalog; absent: any of the texts by which people look a device up. */
  field?: string
  comparison: Comparison
  /**
   * As it is typed: `15`, `30d` or `2026-01-31` of a time, `Lisboa`. Absent with `unknown`, `missing`, and where a
   * flag is asked.
   */
  value?: string
  /** The entry of a list whose version is compared: `app:"Acme VPN"<5` has this name and the value 5. */
  of?: string
  /** The condition must not hold. Where the server did not say it, neither it nor its opposite does. */
  negated?: true
}
