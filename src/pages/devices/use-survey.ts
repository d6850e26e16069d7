import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { resume, type SurveyState } from './survey.ts'

/** For rate limits without Retry-After. */
const defaultWaitSeconds = 30

/** What came of surveys, for whoever comes back to them: as long as the page of the browser lasts. */
const kept = new Map<string, SurveyState<unknown, unknown>>()

/**
 * Questions to many devices: their progress is shown, they can be stopped, and they resume where they stopped. Results
 * are kept under `name` while another page is open.
 */
export function useSurvey<T, A>(ask: (subject: T, signal: AbortSignal) => Promise<A>, name?: string) {
  const known = name === undefined ? undefined : (kept.get(name) as SurveyState<T, A> | undefined)
  const [state, setShown] = useState<SurveyState<T, A>>(known ?? { phase: 'idle', answered: [], waiting: [] })
  const controller = useRef<AbortController>(undefined)
  const setState = (next: SurveyState<T, A>) => {
    if (name !== undefined) kept.set(name, next)
    setShown(next)
  }

  const go = (from: SurveyState<T, A>) => {
    controller.current?.abort()
    controller.current = new AbortController()
    void resume(from, { ask, show: setState, signal: controller.current.signal })
  }
  const goOnIfLeft = useEffectEvent(() => known?.phase === 'going' && go(known))
  // The network: nobody waits any more for what is on its way; whoever comes back waits again.
  useEffect(() => {
    goOnIfLeft()
    return () => controller.current?.abort()
  }, [])

  const { phase, problem } = state
  const limitedBy = phase === 'stopped' && problem?.status === 429 ? problem : undefined
  const askAgain = useEffectEvent(() => go(state))
  // The clock: of a server that limits the rate, the wait is over also where nobody looks.
  useEffect(() => {
    if (!limitedBy) return undefined
    const timer = setTimeout(() => askAgain(), (limitedBy.retryAfterSeconds ?? defaultWaitSeconds) * 1000)
    return () => clearTimeout(timer)
  }, [limitedBy])

  return {
    ...state,
    start: (subjects: readonly T[]) => go({ phase: 'idle', answered: [], waiting: subjects }),
    resume: () => go(state),
    clear: () => {
      controller.current?.abort()
      setState({ phase: 'idle', answered: [], waiting: [] })
    },
    stop: () => {
      controller.current?.abort()
      setState({ ...state, phase: 'stopped' })
    },
  }
}
