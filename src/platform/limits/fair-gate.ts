type Limits = {
  /** Maximum number of running tasks. */
  concurrency: number
  /** Maximum number of running tasks from unknown places. */
  strangers: number
  /** Maximum number of waiting tasks from unknown places, per place and in total. */
  waitingOfPlace: number
  waiting: number
}
/** Origin of a task, and whether it is known: a browser or address with a recent sign-in. */
export type Lane = { place: string; isKnown: boolean }

/**
 * Limits concurrency of expensive work. Known places take precedence; unknown ones are served round robin, so that many
 * tasks from one place do not delay others. Returns undefined without running the task if the queue is full.
 */
export function fairGate({ concurrency, strangers, waitingOfPlace, waiting }: Limits) {
  let [running, runningStrangers, waitingStrangers] = [0, 0, 0]
  const known: (() => void)[] = []
  /** In order of service: a served place moves to the end. */
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
  /** Sequential: each start is counted before the next candidate is selected. */
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
