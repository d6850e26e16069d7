import { useEffect, useEffectEvent } from 'react'

const everyMs = 4000
const reloadPage = () => window.location.reload()

/** While something is missing: tries every few seconds while somebody looks, and as soon as the network is back. */
export function useTries(isMissing: boolean, attempt: () => unknown) {
  const look = useEffectEvent(() => document.hidden || attempt())
  // The clock and the network.
  useEffect(() => {
    const stop = new AbortController()
    const timer = isMissing ? setInterval(() => look(), everyMs) : undefined
    if (isMissing) window.addEventListener('online', () => look(), { signal: stop.signal })
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [isMissing])
}

/**
 * Part of the console that is loaded on demand did not come. The browser remembers that, so the page is loaded anew: as
 * soon as the server has that part, or says that a newer console has other ones.
 */
export function useReload(cause: unknown, reload = reloadPage) {
  const said = cause instanceof Error ? cause.message : ''
  const part = /\S+\.(?:js|css|tsx?)\b/.exec(said)?.[0] ?? window.location.href
  useTries(cause !== undefined, async () => {
    const answer = await fetch(part, { cache: 'reload' }).catch(() => undefined)
    if (answer?.ok || answer?.status === 404) reload()
  })
}
