/** Limits the concurrent calls of all jobs to one server. */
export function serverGate(max: number) {
  const servers = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async <T>(server: string, work: () => Promise<T>): Promise<T> => {
    const place = servers.get(server) ?? { running: 0, waiting: [] }
    servers.set(server, place)
    if (place.running >= max) await new Promise<void>((resolve) => place.waiting.push(resolve))
    else place.running += 1
    try {
      return await work()
    } finally {
      const next = place.waiting.shift()
      if (next) next()
      else place.running -= 1
    }
  }
}
