import type { KeyboardEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import classes from './LinkTabs.module.css'

export type LinkTab = { label: string; to: string; count?: number }
type Props = { label: string; tabs: readonly LinkTab[] }

// IDs are constant because a page has at most one set of tabs.
const panelId = 'tab-panel'
const openTabId = 'open-tab'

/** Tabs that are links, above a `TabPanel`. Arrow keys move between the tabs, Enter opens one. */
export function LinkTabs({ label, tabs }: Props) {
  const { pathname } = useLocation()
  const open = tabs.find(({ to }) => isSamePath(to, pathname)) ?? tabs[0]
  return (
    <div role="tablist" aria-label={label} tabIndex={-1} className={classes.tabs} onKeyDown={moveFocus}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          id={tab === open ? openTabId : undefined}
          role="tab"
          aria-selected={tab === open}
          aria-controls={tab === open ? panelId : undefined}
          aria-label={tab.label}
          tabIndex={tab === open ? 0 : -1}
          className={classes.tab}
          ref={tab === open ? showInRow : undefined}
          preventScrollReset
        >
          {tab.label}
          {tab.count !== undefined && <span className={classes.count}>{tab.count.toLocaleString('en')}</span>}
        </Link>
      ))}
    </div>
  )
}

const inSight = new WeakMap<HTMLElement, HTMLElement>()

/**
 * Scrolls the open tab into view, once per tab: on a phone, the row is wider than the screen. React calls the ref on
 * every render; measuring each time would force a layout and undo the user's own scrolling.
 */
function showInRow(tab: HTMLElement | null) {
  const row = tab?.parentElement
  if (!row || inSight.get(row) === tab) return
  inSight.set(row, tab)
  // Before the next paint, when the layout is computed anyway.
  requestAnimationFrame(() => {
    const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
    row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  })
}

/** Content of the open tab. */
export function TabPanel({ children }: { children: ReactNode }) {
  return (
    <div role="tabpanel" id={panelId} aria-labelledby={openTabId}>
      {children}
    </div>
  )
}

/** Ignores differences in percent-encoding: the router can encode a path differently than a link does. */
const isSamePath = (to: string, pathname: string) => plain(to) === plain(pathname.replace(/\/$/, ''))
const plain = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (!step) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  event.preventDefault()
  tabs[step(at, tabs.length)]?.focus()
}
