import { maxItems } from '#contract/console/jobs.ts'

/** Effect of an action on one of the selected items, or why it is skipped. */
export type Plan<T> = {
  id: string
  name: string
  item: T
  /** One sentence per effect. */
  effects: readonly string[]
  /** Why the item is skipped. */
  refusal?: string | undefined
}

/** Maximum number of items for actions that must read each item before they can state its effect. */
export const maxRead = 500

export const tooMany = (count: number | undefined, max: number = maxItems): string | undefined =>
  count === undefined || count > max ? `Select at most ${max.toLocaleString('en')}.` : undefined

export const possible = <T>(plans: readonly Plan<T>[]) => plans.filter(({ refusal }) => refusal === undefined)
