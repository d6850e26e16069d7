import { useEffect, useState } from 'react'
import { serverAheadMs } from '#api/server-clock.ts'
import { counted } from '#contract/words/counted.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { ahead, useNow } from '#ui/values/clock.ts'

/** Smaller differences are common and change no statement of a page. */
const toleratedMs = 120_000
const checkEveryMs = 30_000

/** Corrects the times of all pages by the server's clock, and says so if the clock of this device is wrong. */
export function ClockNotice() {
  const ms = useServerAhead()
  return (
    <>
      <Tick key={ms} />
      {ms !== 0 && <WrongClock ms={ms} />}
    </>
  )
}

/** Updates the time of all components when it is mounted. */
function Tick() {
  useNow()
  return null
}

function WrongClock({ ms }: { ms: number }) {
  return (
    <Stack mb="md">
      <Notice tone="warn" title={`The clock of this device is ${spanOf(Math.abs(ms))} ${ms > 0 ? 'slow' : 'fast'}`}>
        <span>Ages and expiry are shown by the clock of the server. Set the clock of this device.</span>
      </Notice>
    </Stack>
  )
}

/** Milliseconds that the server's clock is ahead; 0 if the difference is small or unknown. */
function useServerAhead(): number {
  const [found, setFound] = useState(0)
  // Clocks of browser and server: compared at the start, and again when this clock was set or its device slept.
  useEffect(() => {
    const ended = new AbortController()
    let base = Date.now() - performance.now()
    const compare = async () => {
      const ms = await serverAheadMs(ended.signal)
      if (ms === undefined || ended.signal.aborted) return
      ahead.ms = Math.abs(ms) > toleratedMs ? ms : 0
      setFound(ahead.ms)
    }
    const look = () => {
      const now = Date.now() - performance.now()
      if (Math.abs(now - base) < toleratedMs / 2) return
      base = now
      void compare()
    }
    const timer = setInterval(look, checkEveryMs)
    document.addEventListener('visibilitychange', look)
    void compare()
    return () => {
      ended.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return found
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

function spanOf(ms: number): string {
  if (ms >= 1.5 * dayMs) return counted(Math.round(ms / dayMs), 'day', 'days')
  if (ms >= 1.5 * hourMs) return counted(Math.round(ms / hourMs), 'hour', 'hours')
  return counted(Math.round(ms / minuteMs), 'minute', 'minutes')
}
