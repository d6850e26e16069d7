import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { resume, type SurveyState } from './survey.ts'

/** For rate limits without Retry-After. */
const defaultWaitSeconds = 30

/** Questions to many devices: their progress is shown, they can be stopped, and they resume where they stopped. */
export function useSurvey<T, A>(ask: (subject: T, signal: AbortSignal) => Promise<A>) {
  const [state, setState] = useState<SurveyState<T, A>>({ phase: 'idle', answered: [], waiting: [] })
  const controller = useRef<AbortController>(undefined)

  const go = (from: SurveyState<T, A>) => {
    controller.current?.abort()
    controller.current = new AbortController()
    void resume(from, { ask, show: setState, signal: controller.current.signal })
  }
  // The network: nobody waits any more for what is on its way.
  useEffect(() => () => controller.current?.abort(), [])

  const { phase, problem } = state
  const limitedBy = phase === 'stopped' && problem?.status === 429 ? problem : undefined
  const askAgain = useEffectEvent(() => go(state))
  // Timer: retries after a rate limit, even if its countdown is not rendered.
  useEffect(() => {
    if (!limitedBy) return undefined
    const timer = setTimeout(() => askAgain(), (limitedBy.retryAfterSeconds ?? defaultWaitSeconds) * 1000)
    return () => clearTimeout(timer)
  }, [limitedBy])

  return {
    ...state,
    start: (subjects: readonly T[]) => go({ phase: 'idle', answered: [], waiting: subjects }),
    resume: () => go(state),
    stop: () => {
      controller.current?.abort()
      setState({ ...state, phase: 'stopped' })
    },
  }
}
