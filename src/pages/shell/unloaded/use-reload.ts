import { useEffect, useEffectEvent } from 'react'
import { Problem } from '#contract/problem.ts'

/**
 * Whether code failed to load: recognizes the messages of browsers and of Vite's preload, and the errors of `loadPart`.
 */
export const isUnloaded = (error: unknown) =>
  error instanceof Problem
    ? error.code === 'UNLOADED'
    : error instanceof Error && /^Unable to preload|dynamically imported module|module script/i.test(error.message)

const everyMs = 4000
const reloadPage = () => window.location.reload()

/** Retries every few seconds while the page is visible, and when the network is back. */
export function useTries(isMissing: boolean, attempt: () => unknown) {
  const look = useEffectEvent(() => document.hidden || attempt())
  // Timer and network.
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
 * Reloads the page after code failed to load, because browsers cache the failure: as soon as the server has the file,
 * or delivers a newer version of the console.
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
