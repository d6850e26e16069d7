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

/** So many are read and worked on one after the other before the page says that this is not the place. */
const mostItems = 500

export const tooMany = (count: number | undefined): string | undefined =>
  count === undefined || count > mostItems ? `Select at most ${mostItems}.` : undefined

export const possible = <T>(plans: readonly Plan<T>[]) => plans.filter(({ refusal }) => refusal === undefined)
