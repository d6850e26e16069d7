const keptAnswers = 200

export type Remember = <T>(name: string, find: () => Promise<T>) => Promise<T>

/** Caches responses until data changes, since paging and typing repeat requests. */
export function cachedWhile() {
  let held = { state: '', answers: new Map<string, unknown>() }
  return (state: string): Remember => {
    if (state !== held.state) held = { state, answers: new Map() }
    // A response requested before a change must not be stored after it.
    const { answers } = held
    return async <T>(name: string, find: () => Promise<T>) => {
      if (answers.has(name)) return answers.get(name) as T
      const found = await find()
      if (answers.size >= keptAnswers) answers.clear()
      answers.set(name, found)
      return found
    }
  }
}
