type Place = { running: number; waiting: Set<() => void> }

/** Limits concurrent work per server, such as the calls of all jobs, in order. Throws if aborted while waiting. */
export function serverGate(max: number) {
  const servers = new Map<string, Place>()
  return async <T>(server: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const place = servers.get(server) ?? { running: 0, waiting: new Set() }
    servers.set(server, place)
    if (place.running >= max) await turnAt(place, signal)
    else place.running += 1
    try {
      return await work()
    } finally {
      const [next] = place.waiting
      if (next) next()
      else place.running -= 1
      if (place.running === 0) servers.delete(server)
    }
  }
}

function turnAt({ waiting }: Place, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const begin = () => {
    waiting.delete(begin)
    signal?.removeEventListener('abort', leave)
    resolve()
  }
  const leave = () => {
    waiting.delete(begin)
    reject(signal?.reason as Error)
  }
  waiting.add(begin)
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave, { once: true })
  return promise
}
