import { useEffect, useRef, useState } from 'react'
import { resume, type SurveyState } from './survey.ts'

/** Questions to many devices: seen coming along, can be stopped, and go on where they stopped. */
export function useSurvey<T, A>(ask: (subject: T, signal: AbortSignal) => Promise<A>) {
  const [state, setState] = useState<SurveyState<T, A>>({ phase: 'idle', answered: [], waiting: [] })
  const controller = useRef<AbortController>(undefined)
  // The network: nobody waits any more for what is on its way.
  useEffect(() => () => controller.current?.abort(), [])

  const go = (from: SurveyState<T, A>) => {
    controller.current?.abort()
    controller.current = new AbortController()
    void resume(from, { ask, show: setState, signal: controller.current.signal })
  }
  return {
    ...state,
    start: (subjects: readonly T[]) => go({ phase: 'idle', answered: [], waiting: subjects }),
    goOn: () => go(state),
    stop: () => {
      controller.current?.abort()
      setState((now) => ({ ...now, phase: 'stopped' }))
    },
  }
}
