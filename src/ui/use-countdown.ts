import { useEffect, useState } from 'react'

/** Whole seconds until a moment, counting down; 0 when there is none or it has passed. */
export function useCountdown(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
  const running = until !== undefined && until > now
  // The clock.
  useEffect(() => {
    if (until === undefined) return undefined
    setNow(Date.now())
    if (!running) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until, running])
  return left
}
