import { useEffect, useRef, useState } from 'react'
import type { Outcomes, Watch } from './each-item.ts'

/** Work on many items: what became of each, how far it is, and a way to stop it. */
export function useRun<T>(idOf: (item: T) => string) {
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [running, setRunning] = useState<{ done: number; of: number }>()
  const controller = useRef<AbortController>(undefined)

  // The server: nobody watches any more, so that the next one is left alone.
  useEffect(() => () => controller.current?.abort(), [])

  /** `of`: how many items it is about. */
  const run = async (of: number, work: (watch: Watch<T>) => Promise<void>) => {
    const { signal } = (controller.current = new AbortController())
    const report: Watch<T>['report'] = (item, outcome) => {
      setOutcomes((now) => new Map(now).set(idOf(item), outcome))
      if (typeof outcome === 'object') setRunning((now) => now && { ...now, done: now.done + 1 })
    }
    setRunning({ done: 0, of })
    await work({ report, signal }).finally(() => setRunning(undefined))
  }
  return { outcomes, running, run, stop: () => controller.current?.abort() }
}

export type Run = Pick<ReturnType<typeof useRun>, 'running' | 'stop'>
