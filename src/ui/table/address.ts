import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useBlocker, useLocation, useSearchParams } from 'react-router'

/** The path on display, and whether navigation to another page has started. */
let shown = ''
let leaving = false

/**
 * Tracks whether navigation to another page has started. The blocker never blocks; it is used because the router calls
 * it immediately, before anything renders. The router allows one blocker, so the application shell uses this hook, not
 * each list.
 */
export function useLeaving() {
  const { pathname } = useLocation()
  useBlocker(({ nextLocation }) => {
    leaving = nextLocation.pathname !== shown
    return false
  })
  // The router's navigation has ended. After a redirect, the router does not call the blocker again.
  useEffect(() => {
    shown = pathname
    leaving = false
  }, [pathname])
}

/**
 * The URL parameters of a list, and a function that changes them. The router applies a change with the next render: two
 * changes in quick succession (a search, then a filter) must build on each other and not on the last rendered URL.
 * Changes are ignored once navigation to another page has started: a delayed search would otherwise navigate back.
 */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  const newest = useRef(address)
  /** Changes by this list that the router has not rendered yet. When it does, they must not replace newer changes. */
  const own = useRef<string[]>([])
  // The browser's history: after Back or a link, the next change builds on the new URL.
  useEffect(() => {
    const shown = own.current.lastIndexOf(address.toString())
    if (shown < 0) newest.current = address
    own.current = shown < 0 ? [] : own.current.slice(shown + 1)
  }, [address])
  const change = useCallback(
    (edit: (now: URLSearchParams) => URLSearchParams, options: NavigateOptions) => {
      if (leaving) return
      newest.current = edit(new URLSearchParams(newest.current))
      own.current.push(newest.current.toString())
      setAddress(newest.current, options)
    },
    [setAddress],
  )
  /** Includes changes that the router has not rendered yet. */
  const latest = useCallback(() => newest.current, [])
  return [address, change, latest] as const
}

/** URL state of a list, for other parts of the page that keep their state there. */
export type Address = ReturnType<typeof useAddress>
