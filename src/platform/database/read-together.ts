/**
 * Reads rows by their keys. Those that are asked for in one turn of the event loop are read by one statement, which begins
 * after all of these calls came: each sees what was committed before.
 */
export function readTogether<T>(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>) {
  let waiting: { keys: Set<string>; rows: Promise<ReadonlyMap<string, T>> } | undefined

  const begin = () => {
    const keys = new Set<string>()
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, T>>()
    setImmediate(() => {
      waiting = undefined
      resolve(read([...keys]))
    })
    return { keys, rows: promise }
  }
  return async (key: string): Promise<T | undefined> => {
    waiting ??= begin()
    const { keys, rows } = waiting
    keys.add(key)
    return (await rows).get(key)
  }
}
