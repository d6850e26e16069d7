import { type ComponentType, lazy } from 'react'
import { queryClient } from '#api/client.ts'
import { unloaded } from '#ui/layout/later.ts'

/** Time within which the components of a page start their requests. */
const beginsWithinMs = 50
/** Upper limit of the wait, even if the page is still loading. */
export const latestMs = 3000

/** Resolves when the page's requests have completed and the browser is idle, after 3 s at the latest. */
export async function pageShown(): Promise<void> {
  const { promise: isQuiet, resolve } = Promise.withResolvers<void>()
  const look = () => {
    if (queryClient.isFetching() === 0) resolve()
  }
  let stop: (() => void) | undefined
  // Delayed: a query starts its request after it is added to the cache, so that the page would seem idle at first.
  const begin = () => {
    stop = queryClient.getQueryCache().subscribe(look)
    look()
  }
  const timers = [setTimeout(begin, beginsWithinMs), setTimeout(resolve, latestMs)]
  await isQuiet
  stop?.()
  timers.forEach(clearTimeout)
  window.early?.clear() // unused preloaded responses are outdated by now
  // Not every browser has requestIdleCallback.
  await new Promise<void>((done) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 500 })
    else setTimeout(done)
  })
}

/** Resolves to whether the browser was offline: true when it is online again, false if it is not offline. */
const wasOffline = () =>
  new Promise<boolean>((say) => {
    addEventListener('online', () => say(true))
    setTimeout(() => navigator.onLine && say(false), 1000) // navigator.onLine changes shortly after requests fail
  })

let shown: Promise<void> | undefined

/** Lazily loaded part of the application shell whose code and requests must not delay the first page. */
export const afterFirstPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await (shown ??= pageShown())
    // The cast is needed because `lazy` accepts any component.
    const part = await load().catch(async (cause) => unloaded.instead(cause, load, await wasOffline()))
    return { default: part as ComponentType<Props> }
  })
