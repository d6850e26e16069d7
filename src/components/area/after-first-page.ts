import { type ComponentType, lazy } from 'react'
import { queryClient } from '#api/client.ts'
import { unloaded } from '#ui/layout/later.ts'

/** How long the parts of a page have to begin asking. */
const beginsWithinMs = 50
/** However long the page may take, what waits for it waits no longer. */
const atMostMs = 3000

/** Resolves as soon as the page has what it asked for, and the browser has nothing to do. */
export async function pageShown(): Promise<void> {
  const { promise: isQuiet, resolve } = Promise.withResolvers<void>()
  const look = () => {
    if (queryClient.isFetching() === 0) resolve()
  }
  let stop: (() => void) | undefined
  // Not before: a query that is added asks a moment later, and until then nothing seems to be asked.
  const begin = () => {
    stop = queryClient.getQueryCache().subscribe(look)
    look()
  }
  const timers = [setTimeout(begin, beginsWithinMs), setTimeout(resolve, atMostMs)]
  await isQuiet
  stop?.()
  timers.forEach(clearTimeout)
  window.early?.clear() // what nobody took is not new any more
  // Not every browser tells when it is idle.
  await new Promise<void>((done) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: 500 })
    else setTimeout(done)
  })
}

/** Where the browser has no network, which the frame says once, it has one again by the answer. */
const wasOffline = () =>
  new Promise<boolean>((say) => {
    addEventListener('online', () => say(true))
    setTimeout(() => navigator.onLine && say(false), 1000) // it says so a moment after its requests fail
  })

let shown: Promise<void> | undefined

/** A part of the frame that the first rows do not wait for: neither its code nor what it asks for is loaded before them. */
export const afterFirstPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await (shown ??= pageShown())
    // `lazy` draws whatever it is given.
    const part = await load().catch(async (cause) => unloaded.instead(cause, load, await wasOffline()))
    return { default: part as ComponentType<Props> }
  })
