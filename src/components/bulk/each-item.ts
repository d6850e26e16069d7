import { problemOf } from '#api/problem.ts'

export type Outcome = { done: boolean; text: string }
/** `waiting`: the server limits the rate, and the item is tried again when it says so. */
export type Progress = Outcome | 'working' | 'waiting'
/** By the id of each item. */
export type Outcomes = ReadonlyMap<string, Progress>

const isEnd = (outcome: Progress | undefined): outcome is Outcome => typeof outcome === 'object'
export const isDone = (outcome: Progress | undefined) => isEnd(outcome) && outcome.done
export const isFailed = (outcome: Progress | undefined) => isEnd(outcome) && !outcome.done

/** Who looks on: told of each item as it goes, and able to stop it between two of them. */
export type Watch<T> = { report: (item: T, outcome: Progress) => void; signal: AbortSignal }

/** Refusals that each of the following would meet as well: whoever said no is not asked again for each of them. */
const refusesAll: readonly string[] = ['CONFIRM_IDENTITY', 'NOT_CONFIRMED', 'SIGNED_OUT']

type Options = {
  /** Nothing further is done after a failure. */
  isCareful?: boolean
}

/** One item after the other. `work` says what was done to it, or throws why it was not. */
export async function eachItem<T>(
  items: readonly T[],
  { report, signal }: Watch<T>,
  work: (item: T) => Promise<string>,
  { isCareful = false }: Options = {},
): Promise<void> {
  for (const item of items) {
    if (signal.aborted) return
    report(item, 'working')
    try {
      report(item, {
        done: true,
        text: await patiently(
          () => work(item),
          () => report(item, 'waiting'),
          signal,
        ),
      })
    } catch (error) {
      const { code, message } = problemOf(error)
      report(item, { done: false, text: message })
      if (isCareful || refusesAll.includes(code)) return
    }
  }
}

/** What was refused because of too many calls was not done: it is tried again after the time that the server names. */
async function patiently(work: () => Promise<string>, onWait: () => void, signal: AbortSignal): Promise<string> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { status, retryAfterSeconds } = problemOf(error)
      if (status !== 429 || retryAfterSeconds === undefined || signal.aborted) throw error
      onWait()
      await wait(retryAfterSeconds * 1000, signal)
      if (signal.aborted) throw error
    }
  }
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
