/**
 * Serializes work on the same subject, so that concurrent guesses are evaluated one by one, and concurrent sign-ins of
 * a user do not count as guesses.
 */
export function oneAtATime() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(subject: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(subject)
    const mine = (before ?? Promise.resolve()).then(work, work)
    last.set(subject, mine)
    try {
      return await mine
    } finally {
      if (last.get(subject) === mine) last.delete(subject)
    }
  }
}
