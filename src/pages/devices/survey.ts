import { problemOf } from '#api/problem.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import type { Problem } from '#contract/problem.ts'

/** Result for one item, or its error. */
export type Answered<T, A> = { subject: T; answer?: A; problem?: Problem }
export type SurveyState<T, A> = {
  phase: 'idle' | 'going' | 'stopped' | 'ended'
  answered: readonly Answered<T, A>[]
  waiting: readonly T[]
  /** Error that stopped all requests, since further ones would fail as well. */
  problem?: Problem
}

const concurrency = 4
/** Limits how often progress is rendered. */
const shownEveryMs = 250
/** Not authenticated, forbidden, rate limit, network error, or service unavailable. */
const stopping = new Set([0, 401, 403, 429, 502, 503, 504])

type Going<T, A> = {
  ask: (subject: T, signal: AbortSignal) => Promise<A>
  show: (state: SurveyState<T, A>) => void
  signal: AbortSignal
}

/** Runs a request for many items with limited concurrency. Canceled items are requested again on resume. */
export async function resume<T, A>(from: SurveyState<T, A>, { ask, show, signal }: Going<T, A>): Promise<void> {
  const answered = [...from.answered]
  let { waiting } = from
  let shownAt = Date.now()
  const tell = (phase: SurveyState<T, A>['phase'], problem?: Problem) => {
    shownAt = Date.now()
    show({ phase, answered: [...answered], waiting, ...(problem && { problem }) })
  }
  tell('going')
  while (waiting.length > 0) {
    const part = waiting.slice(0, concurrency)
    const answers = await Promise.all(part.map((subject) => answerFor(subject, ask, signal)))
    if (signal.aborted) return
    const stopped =
      answers.find(({ problem }) => problem && stopping.has(problem.status)) ?? notOfferedIn(answers, answered)
    if (stopped) return tell('stopped', stopped.problem)
    answered.push(...answers)
    waiting = waiting.slice(part.length)
    if (Date.now() - shownAt >= shownEveryMs) tell('going')
  }
  tell('ended')
}

/**
 * Whether the server lacks the operation. A deleted device also yields 404, so a single 404 is inconclusive if other
 * devices could be read.
 */
function notOfferedIn<T, A>(answers: readonly Answered<T, A>[], before: readonly Answered<T, A>[]) {
  const isMissing = ({ problem }: Answered<T, A>) => problem !== undefined && isNotOffered(problem)
  const isDefinite = ({ problem }: Answered<T, A>) => problem?.code === 'NOT_OFFERED' || problem?.status === 405
  if (before.some(({ problem }) => !problem) || !answers.every(isMissing)) return undefined
  return answers.length > 1 ? answers[0] : answers.find(isDefinite)
}

async function answerFor<T, A>(subject: T, ask: Going<T, A>['ask'], signal: AbortSignal): Promise<Answered<T, A>> {
  try {
    return { subject, answer: await ask(subject, signal) }
  } catch (error) {
    return { subject, problem: problemOf(error) }
  }
}
