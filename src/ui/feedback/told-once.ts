import { createContext, useContext, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

type Teller = { id: string; retry: () => void }
export type Tellers = ReturnType<typeof newTellers>

/** Who tells which cause on a page: of several that could, the one that came first. */
export function newTellers() {
  const causes = new Map<string, Teller[]>()
  const listeners = new Set<() => void>()
  const change = (cause: string, tellers: Teller[]) => {
    causes.set(cause, tellers)
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** `before`: whoever else tells it. Gives what ends it. */
    enter: (cause: string, teller: Teller, before = false) => {
      const others = causes.get(cause) ?? []
      change(cause, before ? [teller, ...others] : [...others, teller])
      return () =>
        change(
          cause,
          (causes.get(cause) ?? []).filter((one) => one !== teller),
        )
    },
    first: (cause: string) => causes.get(cause)?.[0]?.id,
    retryAll: (cause: string) => {
      for (const { retry } of causes.get(cause) ?? []) retry()
    },
  }
}

/** Where it is not given, everybody tells. */
export const ToldOnce = createContext<Tellers | undefined>(undefined)

/** The one cause that the frame of the console tells. */
export const noConsole = 'no console'

type Telling = {
  retry: (() => void) | undefined
  /** Whatever else of the page tells it. */
  before?: boolean
}

/**
 * Whether this is the place that tells a cause, and what tries everything again that failed for it. Without a cause, or
 * with nothing to try again, each place tells what it has to.
 */
export function useToldOnce(cause: string | undefined, { retry, before = false }: Telling) {
  const tellers = useContext(ToldOnce)
  const id = useId()
  const latest = useRef(retry)
  const isShared = tellers !== undefined && cause !== undefined && retry !== undefined
  // What the other panels call.
  useLayoutEffect(() => {
    latest.current = retry
  })
  // The other panels of the page. Before it is painted: what another one tells is not seen for a moment.
  useLayoutEffect(
    () => (isShared ? tellers.enter(cause, { id, retry: () => latest.current?.() }, before) : undefined),
    [tellers, isShared, cause, id, before],
  )
  const first = useSyncExternalStore(tellers?.subscribe ?? never, () =>
    cause === undefined ? undefined : tellers?.first(cause),
  )
  return {
    tells: !isShared || first === undefined || first === id,
    retryAll: isShared ? () => tellers.retryAll(cause) : retry,
  }
}

const never = () => () => {}
