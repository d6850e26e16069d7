import { createContext, useContext, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

type Entry = { id: string; retry: () => void }
export type ErrorRegistry = ReturnType<typeof createErrorRegistry>

/** Registry that lets a page show errors with the same cause only once: in the component that registered first. */
export function createErrorRegistry() {
  const causes = new Map<string, Entry[]>()
  const listeners = new Set<() => void>()
  const change = (cause: string, entries: Entry[]) => {
    causes.set(cause, entries)
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** `before`: takes precedence over earlier entries. Returns the function that removes the entry. */
    enter: (cause: string, entry: Entry, before = false) => {
      const others = causes.get(cause) ?? []
      change(cause, before ? [entry, ...others] : [...others, entry])
      return () =>
        change(
          cause,
          (causes.get(cause) ?? []).filter((one) => one !== entry),
        )
    },
    first: (cause: string) => causes.get(cause)?.[0]?.id,
    retryAll: (cause: string) => {
      for (const { retry } of causes.get(cause) ?? []) retry()
    },
  }
}

/** Without a provider, every component shows its errors. */
export const ErrorRegistryContext = createContext<ErrorRegistry | undefined>(undefined)

/** Cause of errors that the application shell displays itself: the console server cannot be reached. */
export const consoleUnreachable = 'no console'

type Options = {
  retry: (() => void) | undefined
  /** Takes precedence over other components of the page. */
  before?: boolean
}

/**
 * Whether this component shows the error of a cause, and a function that retries everything that failed for it. Without
 * a cause or retry, each component shows its own error.
 */
export function useErrorRegistry(cause: string | undefined, { retry, before = false }: Options) {
  const registry = useContext(ErrorRegistryContext)
  const id = useId()
  const latest = useRef(retry)
  const isShared = registry !== undefined && cause !== undefined && retry !== undefined
  // Retrying from another component must call the latest callback.
  useLayoutEffect(() => {
    latest.current = retry
  })
  // Registers in the page's registry before the browser paints, so that a duplicate is never visible.
  useLayoutEffect(
    () => (isShared ? registry.enter(cause, { id, retry: () => latest.current?.() }, before) : undefined),
    [registry, isShared, cause, id, before],
  )
  const first = useSyncExternalStore(registry?.subscribe ?? never, () =>
    cause === undefined ? undefined : registry?.first(cause),
  )
  return {
    isFirst: !isShared || first === undefined || first === id,
    retryAll: isShared ? () => registry.retryAll(cause) : retry,
  }
}

const never = () => () => {}
