/**
 * Work on the same subject runs in turn. Guesses sent at once are then judged one after the other, each knowing of
 * the failures before it, while the same person signing in from many windows is never counted as guessing.
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
