import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useBlocker, useLocation, useSearchParams } from 'react-router'

/** The page that is drawn, and whether somebody is on the way to another one. */
let shown = ''
let leaving = false

/**
 * Knows that somebody leaves a page. Blocks nothing: the router asks at once, long before anything of the way is drawn.
 * It asks one only, so this stands in the frame, and not with each list.
 */
export function useLeaving() {
  const { pathname } = useLocation()
  useBlocker(({ nextLocation }) => {
    leaving = nextLocation.pathname !== shown
    return false
  })
  // The router, which has arrived. It does not ask again where a page led on to another one.
  useEffect(() => {
    shown = pathname
    leaving = false
  }, [pathname])
}

/**
 * The address of a list, and a way to change it. The router shows a change with the next render only: two changes in
 * quick succession (a search, then a filter) must build on each other, and not on what was last drawn. Once one is on
 * the way to another page, nothing changes any more: a search whose pause ends then would lead back here.
 */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  const newest = useRef(address)
  /** Changes of this list that the router has not shown yet. What it shows late of them is no news. */
  const own = useRef<string[]>([])
  // The browser's history: after Back or a link, the next change builds on where one is now.
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
  /** With the changes that the router has not shown yet. */
  const latest = useCallback(() => newest.current, [])
  return [address, change, latest] as const
}

/** The address of a list and how it is changed, for a part of the page that keeps its state there, too. */
export type Address = ReturnType<typeof useAddress>
