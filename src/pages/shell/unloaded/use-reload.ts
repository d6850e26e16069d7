import { useEffect, useEffectEvent } from 'react'
import { Problem } from '#contract/problem.ts'

/** In the words of the browser, or of the script that loads the style sheets of a page; or what `loadPart` made of them. */
export const isUnloaded = (error: unknown) =>
  error instanceof Problem
    ? error.code === 'UNLOADED'
    : error instanceof Error && /^Unable to preload|dynamically imported module|module script/i.test(error.message)

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
  useTries(cause !== undefined, async () => {
    if (await hasPart(cause)) reload()
  })
}

/** Whether reloading the page would load the missing part. */
export async function hasPart(thrown: unknown) {
  const cause = thrown instanceof Problem ? thrown.cause : thrown
  const said = cause instanceof Error ? cause.message : ''
  const part = /\S+\.(?:js|css|tsx?)\b/.exec(said)?.[0] ?? window.location.href
  const answer = await fetch(part, { cache: 'reload' }).catch(() => undefined)
  return answer?.ok || answer?.status === 404
}
