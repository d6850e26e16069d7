import { queryClient, unlessLeaving } from '#api/client.ts'
import { callOnce } from '#api/request.ts'
import { withCurrentSession } from '#api/session.ts'
import { draftPrefix, keepPreferences, listPreferences, maxPreferencesSent } from '#contract/console/preferences.ts'
import { browserCopy } from './browser-copy.ts'
import { digestOf, reconcile } from './reconcile.ts'

/** Delay after a change before it is sent; until then it is only in the browser. */
const pauseMs = 1000
/** Minimum time between reads of the account when the tab becomes visible. */
const restMs = 60_000
const maxCharsSent = 400_000

/**
 * Synchronizes a user's settings and drafts between this browser and the account, and so with other browsers. Pages
 * only use the browser's copy and never wait: while offline, changes remain local and are sent later. Returns the
 * function that stops it.
 */
export function synchronizePreferences(who: string): () => void {
  const copy = browserCopy(who)
  const ended = new AbortController()
  let askedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Runs a request that never prompts for a new sign-in. Signing out cancels it like all other queries. */
  const quietly = <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    queryClient.query({
      queryKey: ['preferences', who],
      queryFn: ({ signal }) =>
        withCurrentSession(() => unlessLeaving(() => ask(AbortSignal.any([signal, ended.signal])))),
      gcTime: 0,
      staleTime: 0,
      retry: false,
    })
  const settled = (names: readonly { name: string; value?: string }[]) => {
    const digests = copy.synced()
    for (const { name, value } of names) {
      if (value === undefined) digests.delete(name)
      else digests.set(name, digestOf(value))
    }
    copy.keepSynced(digests)
  }
  const send = async (changes: readonly { name: string; value?: string }[]) => {
    for (const part of partsOf(changes)) {
      await quietly((signal) => callOnce(keepPreferences, { preferences: [...part] }, signal))
      settled(part)
    }
  }
  const ask = async () => {
    askedAt = Date.now()
    const { preferences } = await quietly((signal) => callOnce(listPreferences, {}, signal))
    const account = new Map(preferences.map(({ name, value }) => [name, value]))
    const { here, there } = reconcile(copy.read(), account, copy.synced())
    for (const { name, value } of here) copy.put(name, value)
    const [local, digests] = [copy.read(), copy.synced()]
    for (const name of digests.keys()) if (!local.has(name) && !account.has(name)) digests.delete(name)
    for (const [name, value] of local) if (account.get(name) === value) digests.set(name, digestOf(value))
    copy.keepSynced(digests)
    await send(there)
  }
  const tell = async () => {
    const [local, synced] = [copy.read(), copy.synced()]
    const changed = [...local].flatMap(([name, value]) =>
      synced.get(name) === digestOf(value) ? [] : [{ name, value }],
    )
    const gone = [...synced.keys()].flatMap((name) =>
      local.has(name) || !name.startsWith(draftPrefix) ? [] : [{ name }],
    )
    await send([...changed, ...gone])
  }
  /** Runs operations in sequence. Failed ones are repeated with the next change or when the tab becomes visible. */
  let working = Promise.resolve()
  const soon = (work: () => Promise<void>) => {
    working = working.then(() => (ended.signal.aborted ? undefined : work())).catch(() => undefined)
  }
  let hasAsked = false
  const askSoon = () =>
    soon(async () => {
      await ask()
      hasAsked = true
    })
  const onChange = () => {
    clearTimeout(timer)
    // The account is read first: only then is it known which values were changed here.
    timer = setTimeout(() => (hasAsked ? soon(tell) : askSoon()), pauseMs)
  }
  const onShown = () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > restMs) askSoon()
  }
  const stop = copy.onChange(onChange)
  document.addEventListener('visibilitychange', onShown)
  window.addEventListener('online', askSoon)
  askSoon()
  return () => {
    ended.abort()
    clearTimeout(timer)
    stop()
    document.removeEventListener('visibilitychange', onShown)
    window.removeEventListener('online', askSoon)
  }
}

function* partsOf<T extends { name: string; value?: string }>(changes: readonly T[]): Generator<readonly T[]> {
  let part: T[] = []
  let chars = 0
  for (const change of changes) {
    const size = change.name.length + (change.value?.length ?? 0)
    if (part.length > 0 && (part.length === maxPreferencesSent || chars + size > maxCharsSent)) {
      yield part
      part = []
      chars = 0
    }
    part.push(change)
    chars += size
  }
  if (part.length > 0) yield part
}
