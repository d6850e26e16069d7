/**
 * Reads rows by key. Reads of one event loop iteration are combined into one statement, issued after all of them, so
 * each sees everything committed before its call.
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
