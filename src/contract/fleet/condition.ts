/** Query conditions, joined by AND. A query text, the filter panel and the page address are equivalent. */

/**
 * `has`: the text contains it, the list has such an entry, the flag is true. `unknown`: the value has no documented
 * meaning. `missing`: not reported by the server. Neither counts as yes or no.
 */
export const comparisons = ['has', 'is', 'below', 'atMost', 'above', 'atLeast', 'unknown', 'missing'] as const
export type Comparison = (typeof comparisons)[number]

/** Maximum length of a query in characters. */
export const longestQuery = 2000

export type Condition = {
  /** Name in the catalog; if absent, any of the identifying texts of a device. */
  field?: string
  comparison: Comparison
  /** As typed: `15`, `Lisboa`, for times `30d` or `2026-01-31`. Absent for `unknown`, `missing`, and flags. */
  value?: string
  /** List entry whose version is compared: in `app:"Acme VPN"<5`, this is the name, and the value is 5. */
  of?: string
  /** Negation. Neither a condition nor its negation matches a missing value. */
  negated?: true
}
