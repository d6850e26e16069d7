import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import classes from './RouteAnnouncer.module.css'

/** Announces the new page to screen readers after navigation and moves the focus to its heading. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const announced = useRef(pathname)
  const [title, setTitle] = useState('')

  // The document's title and focus. When switching tabs within a page, the focus stays on the tab.
  useEffect(() => {
    if (announced.current === pathname) return
    announced.current = pathname
    setTitle(document.title)
    if (document.activeElement?.role === 'tab') return
    const main = document.querySelector('main')
    const start = main?.querySelector<HTMLElement>('h1') ?? main
    start?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <output aria-live="assertive" className={classes.announcer}>
      {title}
    </output>
  )
}
