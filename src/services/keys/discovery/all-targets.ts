/** Limits concurrency, starting in order; results are in target order. Stops at the first failure. */
export async function forEachTarget<T, R>(
  targets: readonly T[],
  concurrency: number,
  look: (target: T) => Promise<R>,
  onResult: (result: R, done: number) => void,
): Promise<R[]> {
  const results = new Map<number, R>()
  const queue = targets.entries()
  let isOver = false
  const workThrough = async () => {
    for (const [at, target] of queue) {
      if (isOver) return
      const result = await look(target)
      results.set(at, result)
      onResult(result, results.size)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, targets.length) }, workThrough))
  } finally {
    isOver = true // no further targets are started after a failure
  }
  return targets.flatMap((_, at) => results.get(at) ?? [])
}
