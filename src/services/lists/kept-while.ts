const keptAnswers = 200

export type Remember = <T>(name: string, find: () => Promise<T>) => Promise<T>

/** Answers that hold while something is as it was; while people page and type, they ask the same again. */
export function keptWhile() {
  let held = { state: '', answers: new Map<string, unknown>() }
  return (state: string): Remember => {
    if (state !== held.state) held = { state, answers: new Map() }
    // An answer that was asked for before a change must not be found after it.
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
