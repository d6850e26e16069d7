import { maxItems } from '#contract/console/jobs.ts'

/** What will happen to one of the chosen items, or why it cannot. */
export type Plan<T> = {
  id: string
  name: string
  item: T
  /** In sentences, each about something else. */
  effects: readonly string[]
  /** Why it is left out. */
  refusal?: string | undefined
}

/** So many are read one by one before it is said what happens to each. */
export const maxRead = 500

export const tooMany = (count: number | undefined, max: number = maxItems): string | undefined =>
  count === undefined || count > max ? `Select at most ${max.toLocaleString('en')}.` : undefined

export const possible = <T>(plans: readonly Plan<T>[]) => plans.filter(({ refusal }) => refusal === undefined)
