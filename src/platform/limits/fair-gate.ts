type Limits = {
  /** How many run at a time. */
  concurrency: number
  /** How many of them may be of strangers. */
  strangers: number
  /** How many strangers of one place, and of all, may wait. */
  waitingOfPlace: number
  waiting: number
}
/** Where work comes from, and whether it is known there: from a browser or an address that has signed in lately. */
export type Lane = { place: string; isKnown: boolean }

/**
 * Work that is expensive runs few at a time. Who is known goes first; strangers have their turn place by place, so
 * that many from one place do not make those of another wait. Gives undefined, and runs nothing, where too many wait.
 */
export function fairGate({ concurrency, strangers, waitingOfPlace, waiting }: Limits) {
  let [running, runningStrangers, waitingStrangers] = [0, 0, 0]
  const known: (() => void)[] = []
  /** In the order of their turns: the first place is next, and then the last. */
  const places = new Map<string, (() => void)[]>()

  const nextStranger = () => {
    const [next] = places
    if (!next) return undefined
    const [place, queue] = next
    places.delete(place)
    const start = queue.shift()
    if (queue.length > 0) places.set(place, queue)
    waitingStrangers -= 1
    return start
  }
  /** One at a time: each start is counted before the next is looked for. */
  const startNext = () => {
    if (running >= concurrency) return
    const start = known.shift() ?? (runningStrangers < strangers ? nextStranger() : undefined)
    if (!start) return
    start()
    startNext()
  }
  const begin = (isKnown: boolean) => {
    running += 1
    if (!isKnown) runningStrangers += 1
  }
  const queueFor = ({ place, isKnown }: Lane) => {
    if (isKnown) return known
    const queue = places.get(place) ?? []
    if (queue.length >= waitingOfPlace || waitingStrangers >= waiting) return undefined
    places.set(place, queue)
    waitingStrangers += 1
    return queue
  }

  return async <T>(lane: Lane, work: () => Promise<T>): Promise<{ result: T } | undefined> => {
    const queue = queueFor(lane)
    if (!queue) return undefined
    await new Promise<void>((resolve) => {
      queue.push(() => {
        begin(lane.isKnown)
        resolve()
      })
      startNext()
    })
    try {
      return { result: await work() }
    } finally {
      running -= 1
      if (!lane.isKnown) runningStrangers -= 1
      startNext()
    }
  }
}
