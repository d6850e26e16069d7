import { VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCountdown } from '#ui/values/clock.ts'

type Props = { retryAfterSeconds: number | undefined; onRetry: (() => void) | undefined }

/** Used if the response has no Retry-After. */
const defaultWaitSeconds = 30

/** Countdown of a rate limit, after which the request is retried automatically. */
export function RateLimit({ retryAfterSeconds = defaultWaitSeconds, onRetry }: Props) {
  const [wait] = useState(() => Math.max(1, retryAfterSeconds))
  const [until] = useState(() => Date.now() + wait * 1000)
  const seconds = useCountdown(until)
  const retry = useEffectEvent(() => onRetry?.())
  const isOver = seconds === 0
  // Retries when the wait is over; while the window is hidden, waits until it is visible again.
  useEffect(() => {
    const stop = new AbortController()
    const look = () => {
      if (!isOver || document.hidden) return
      stop.abort()
      retry()
    }
    document.addEventListener('visibilitychange', look, stop)
    look()
    return () => stop.abort()
  }, [isOver])
  const textFor = (left: number) =>
    onRetry ? `Trying again automatically in ${left} s.` : `The server asks you to wait ${left} s.`
  return (
    <span>
      {/* Announced once, not every second. */}
      <VisuallyHidden>{textFor(wait)}</VisuallyHidden>
      <span aria-hidden>{isOver ? 'The wait is over.' : textFor(seconds)}</span>
    </span>
  )
}
