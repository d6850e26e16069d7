import { useEffect, useRef, useState } from 'react'
import { idOf, type Outcomes, type Watch } from './each-account.ts'

/** Why the next step has to wait. */
export const inProgress = 'The current step is still in progress.'

/** Work on many accounts: what became of each, how far it is, and a way to stop it. */
export function useRun() {
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [running, setRunning] = useState<{ done: number; of: number }>()
  const controller = useRef<AbortController>(undefined)

  // The hosts: nobody watches any more, so that the next one is left alone.
  useEffect(() => () => controller.current?.abort(), [])

  /** `of`: how many accounts it is about. */
  const run = async (of: number, work: (watch: Watch) => Promise<void>) => {
    const { signal } = (controller.current = new AbortController())
    const report: Watch['report'] = (account, outcome) => {
      setOutcomes((now) => new Map(now).set(idOf(account), outcome))
      if (outcome !== 'working') setRunning((now) => now && { ...now, done: now.done + 1 })
    }
    setRunning({ done: 0, of })
    await work({ report, signal }).finally(() => setRunning(undefined))
  }
  return { outcomes, running, run, stop: () => controller.current?.abort() }
}

export type Run = ReturnType<typeof useRun>
